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
  const place = makeCluster()
  const port = await freePort()
  const url = (role: string, name: string) => `postgres://${role}@127.0.0.1:${port}/${name}`
  const admin = url('postgres', 'postgres')
  let server: ChildProcess | undefined
  let made = 0

  const start = async () => {
    const until = Date.now() + 60_000
    // After a kill its children may hold the memory for a moment longer; then a new one ends at once.
    while (!isRunning(server) || !(await answers(admin, place.data))) {
      if (Date.now() > until) throw new Error('PostgreSQL did not start')
      if (!isRunning(server)) server = launch(place, port)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = undefined
    if (running === undefined || !isRunning(running)) return
    const over = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await over
  }
  await start()
  await ask(admin, 'create role hookline login')
  return {
    async database() {
      made += 1
      await ask(admin, `create database test_${made} owner hookline`)
      return url('hookline', `test_${made}`)
    },
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGINT')
      rmSync(place.home, { recursive: true, force: true })
    },
  }
}

interface Place {
  readonly bin: string
  readonly home: string
  readonly data: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

function makeCluster(): Place {
  const bin = postgresPrograms()
  if (bin === undefined) throw new Error('no PostgreSQL here: apt-get install postgresql, or set HOOKLINE_POSTGRES_BIN')
  const user = systemUser()
  // Root's own temporary directory may be closed to others.
  const home = mkdtempSync(join(user === undefined ? tmpdir() : '/tmp', 'hookline-pg-'))
  if (user !== undefined) chownSync(home, user.uid, user.gid)
  const data = join(home, 'data')
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), args, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
  return { bin, home, data, user }
}

/** The system stays up in every test: what was written is there after a kill without waiting for the disk (`-F`). */
function launch({ bin, home, data, user }: Place, port: number): ChildProcess {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const args = ['-F', '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const command = [...dyingWithUs(user), join(bin, 'postgres'), ...args]
  const own = command[0] === setpriv ? {} : user
  return spawn(command[0] ?? '', command.slice(1), { ...own, cwd: home, stdio: 'ignore' })
}

const setpriv = '/usr/bin/setpriv'

/** A test run that is killed leaves no server behind, where the system can see to it. */
function dyingWithUs(user: Place['user']): readonly string[] {
  if (!existsSync(setpriv)) return []
  const as = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return [setpriv, ...as, '--pdeathsig=INT', '--']
}

const isRunning = (server: ChildProcess | undefined): boolean =>
  server !== undefined && server.exitCode === null && server.signalCode === null

/** PostgreSQL refuses to run as root. */
function systemUser(): Place['user'] {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Ours, and not one that took the port meanwhile. */
async function answers(url: string, data: string): Promise<boolean> {
  try {
    const row = await ask(url, "select current_setting('data_directory') as data")
    return (row as { data: string }).data === data
  } catch {
    return false
  }
}
