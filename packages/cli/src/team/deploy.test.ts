/** Holds the files of deploy/ to what exists, and starts what they start: the same commands, variables and health checks. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { bin, type Sandbox, sandbox } from '../testing/cli.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
const isPresent = (path: string): boolean => existsSync(join(root, path))
const defaultPort = '4680'

/** Starts the server of a file with another directory, a free port and the loopback address, and returns its address. */
async function serve(scratch: Sandbox, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const replaced = args.flatMap((arg, at) => {
    if (args[at - 1] === '--data') return [join(scratch.directory, 'data')]
    if (args[at - 1] === '--host') return ['127.0.0.1']
    if (args[at - 1] === '--port' || arg === '--port') return []
    return [arg]
  })
  const child = spawn(process.execPath, [bin, ...replaced, '--port', '0', '--json'], {
    env: { ...scratch.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`serve exited with ${code}: ${errors}`))),
  ])
  const { port, warnings } = JSON.parse(String(line)) as { readonly port: number; readonly warnings: readonly string[] }
  const stop = async () => {
    child.kill('SIGTERM')
    return (await ended)[0] as number
  }
  return { port, warnings, url: `http://127.0.0.1:${port}`, stop }
}

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const teams = Object.entries(compose.services).filter(([, { command }]) => command?.[0] === 'serve')

describe('the image file', () => {
  const lines = read('Dockerfile').split('\n')
  const all = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
  const json = (instruction: string) => JSON.parse(all(instruction)[0] ?? '[]') as readonly string[]

  test('names files, a version of Node and a port that exist', () => {
    const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const from of all('FROM'))
      expect(Number(/^node:(\d+)-/.exec(from)?.[1])).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]))
    for (const [, script] of all('RUN')
      .join(' ')
      .matchAll(/npm run (\w+)/g))
      expect(scripts).toHaveProperty(script ?? '')
    for (const copied of all('COPY').filter((line) => line.startsWith('--from')))
      expect(isPresent(/\/src\/(\S+)/.exec(copied)?.[1] ?? 'nothing'), copied).toBe(true)
    expect(json('ENTRYPOINT')[0]).toBe('node')
    expect(isPresent(json('ENTRYPOINT')[1] ?? 'nothing')).toBe(true)
    expect(all('EXPOSE')).toEqual([defaultPort])
  })

  test('its command starts a server, and its health check follows the server', async () => {
    const server = await serve(sandbox(), json('CMD'))
    const [node, ...check] = JSON.parse(/CMD (\[.*\])/.exec(all('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]') as string[]
    expect(node).toBe('node')
    const isHealthy = () =>
      spawnSync(
        process.execPath,
        check.map((text) => text.replace(`:${defaultPort}`, `:${server.port}`)),
      ).status === 0
    expect(isHealthy()).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(isHealthy()).toBe(false)
  })
})

describe('the compose file', () => {
  test('names files, volumes, services and variables that exist', () => {
    const { services, volumes } = compose
    for (const [name, { build, volumes: mounts = [], depends_on = [] }] of Object.entries(services)) {
      if (build !== undefined) expect(isPresent(build.dockerfile), name).toBe(true)
      for (const mount of mounts) {
        const source = mount.split(':')[0] ?? ''
        expect(source.startsWith('.') ? isPresent(normalize(join('deploy', source))) : source in volumes, mount).toBe(
          true,
        )
      }
      for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(services).toHaveProperty(other)
    }
    const variables = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name))
    for (const name of variables) expect(read('compose.yaml').split('services:')[0]).toContain(`${name}=`)
    expect(read('role.sh')).toContain('$APP_PASSWORD')
  })

  test('the proxy reaches the servers by their names, port and health check', () => {
    const caddy = read('Caddyfile')
    const upstreams = /reverse_proxy (.+) \{/.exec(caddy)?.[1]?.split(' ')
    expect(upstreams).toEqual(teams.map(([name]) => `${name}:${defaultPort}`))
    expect(caddy).toContain('health_uri /healthz')
    for (const [, { command = [] }] of teams) expect(command).toContain(`https://${/^(\S+) \{/m.exec(caddy)?.[1]}`)
  })

  test.skipIf(lacks('/usr/bin/caddy', 'caddy', false))('caddy accepts the file of the proxy', () => {
    const config = join(root, 'deploy/Caddyfile')
    const checked = spawnSync('caddy', ['validate', '--config', config, '--adapter', 'caddyfile'], {
      ...{ encoding: 'utf8', env: { ...process.env, HOME: sandbox().home } },
    })
    expect(checked.stdout + checked.stderr).toContain('Valid configuration')
    expect(checked.status).toBe(0)
  })

  test.skipIf(lacks('/usr/bin/psql', 'postgresql'))(
    'its role and its two servers work on one PostgreSQL',
    { timeout: 120_000 },
    async () => {
      const database = await startDatabase()
      const values: Readonly<Record<string, string>> = {
        APP_PASSWORD: database.password,
        HOOKLINE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      }
      const fillIn = (text: string) =>
        text.replace(/\$\{(\w+):\?\}/g, (_, name) => values[name] ?? '').replace('@db/', `@${database.host}/`)
      const started = []
      for (const [, { command = [], environment = {} }] of teams) {
        const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value)]))
        const scratch = sandbox()
        mkdirSync(join(scratch.directory, 'data'))
        const check = [
          bin,
          ...command.map((arg) => (arg === '/data' ? join(scratch.directory, 'data') : arg)),
          '--check',
        ]
        const checked = spawnSync(process.execPath, check, { env: { ...scratch.env, ...env }, encoding: 'utf8' })
        expect([checked.status, checked.stderr]).toEqual([0, ''])
        started.push(await serve(scratch, command, env))
      }
      for (const { url, warnings } of started) {
        expect(warnings).toEqual([])
        for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status, path).toBe(200)
      }
      expect(await Promise.all(started.map(({ stop }) => stop()))).toEqual([0, 0])
    },
  )
})

describe('the units', () => {
  const unit = read('hookline-team.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

  test('the server starts with the options of its unit, in the directory that systemd creates', async () => {
    const [program, name, ...args] = value('ExecStart').split(' ')
    expect([program, name]).toEqual(['/usr/bin/env', 'hookline'])
    expect(args[args.indexOf('--data') + 1]).toBe(`/var/lib/${value('StateDirectory')}`)
    expect(args[args.indexOf('--port') + 1]).toBe(defaultPort)
    const server = await serve(sandbox(), args)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('a machine syncs with options that exist', () => {
    const command = /exec hookline (.*)'/.exec(read('machine/hookline-sync.service'))?.[1]?.split(' ') ?? []
    const { code, stderr } = sandbox().hookline(command)
    // A machine that is in no team has nothing to sync. Wrong usage is 64, with a message.
    expect([code, stderr]).toEqual([0, ''])
  })

  test.skipIf(lacks('/usr/bin/systemd-analyze', 'systemd'))('systemd accepts the unit of the server', () => {
    const checked = spawnSync('systemd-analyze', ['verify', join(root, 'deploy/hookline-team.service')], {
      encoding: 'utf8',
    })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
  })
})

interface Postgres {
  database(): Promise<string>
  stop(): Promise<void>
}
/** The package does not export its test helpers, so they are imported from its build. */
async function loadHelpers() {
  const helpers = new URL('../../../team/dist/testing/postgres.js', import.meta.url).href
  return (await import(helpers)) as { startPostgres(): Promise<Postgres>; postgresPrograms(): string | undefined }
}

/** Says what is skipped and how to get it. What CI has is not skipped with CI=true, so the test fails without the program. */
function lacks(program: string, debianPackage: string, isInCi = true): boolean {
  const skips = !existsSync(program) && !(isInCi && process.env.CI === 'true')
  if (skips) console.warn(`SKIPPED: a check of deploy/ without ${program}. Run: apt-get install ${debianPackage}`)
  return skips
}

/** As the image of PostgreSQL does it: an empty database, then role.sh. */
async function startDatabase() {
  const { startPostgres } = await loadHelpers()
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { port, pathname } = new URL(await postgres.database())
  const password = 'letters0and0digits'
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: port, APP_PASSWORD: password }
  for (const text of [`drop database ${pathname.slice(1)}`, 'drop role hookline', 'create database hookline'])
    execFileSync('psql', ['-q', '-U', 'postgres', '-d', 'postgres', '-c', text], { env })
  execFileSync('sh', [join(root, 'deploy/role.sh')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return { host: `127.0.0.1:${port}`, password }
}
