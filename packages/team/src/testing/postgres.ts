/** A real PostgreSQL for tests: its own data in a temporary directory, on a free port of this machine, as a system user. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface Postgres {
  /** A new empty database, owned by a role that row-level security holds. */
  database(): Promise<string>
  /** Ends it as a crash would, or starts it again on the same data and port. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const debian = '/usr/lib/postgresql'

/** Where its programs are: the newest of Debian's, or what the variable says. */
export function postgresPrograms(): string | undefined {
  const given = process.env.HOOKLINE_POSTGRES_BIN
  if (given !== undefined) return given
  if (!existsSync(debian)) return undefined
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

export async function startPostgres(): Promise<Postgres> {
  const bin = postgresPrograms()
  if (bin === undefined) throw new Error('no PostgreSQL here: apt-get install postgresql, or set HOOKLINE_POSTGRES_BIN')
  const user = systemUser()
  const home = mkdtempSync(join(tmpdir(), 'hookline-pg-'))
  if (user !== undefined) chownSync(home, user.uid, user.gid)
  const data = join(home, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...user,
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const port = await freePort()
  // The system stays up in every test, so what was written is there after a kill without waiting for the disk.
  const args = [
    '-F',
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=`,
  ]
  const url = (role: string, name: string) => `postgres://${role}@127.0.0.1:${port}/${name}`
  let server: ChildProcess | undefined
  let made = 0

  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, { ...user, cwd: home, stdio: 'ignore' })
    await answering(url('postgres', 'postgres'))
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const over = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await over
  }
  await start()
  await ask(url('postgres', 'postgres'), 'create role hookline login')
  return {
    async database() {
      made += 1
      await ask(url('postgres', 'postgres'), `create database test_${made} owner hookline`)
      return url('hookline', `test_${made}`)
    },
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGINT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function systemUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    try {
      return await ask(url, 'select 1')
    } catch (thrown) {
      if (Date.now() > until) throw new Error('PostgreSQL did not start', { cause: thrown })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
