/** Starts a real PostgreSQL for tests, with its data in a temporary directory, on a free port, as a system user. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface Postgres {
  /** Creates a database: an empty one, or a copy of one without connections. Row-level security applies to its owner. */
  database(original?: string): Promise<string>
  /** Ends the server as a crash would. `start` runs it again on the same data and port. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const debian = '/usr/lib/postgresql'

/** Finds the directory of the programs: HOOKLINE_POSTGRES_BIN, or the newest version of Debian. */
export function postgresPrograms(): string | undefined {
  const fromEnvironment = process.env.HOOKLINE_POSTGRES_BIN
  if (fromEnvironment !== undefined) return fromEnvironment
  if (!existsSync(debian)) return undefined
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

interface PostgresOptions {
  /** Waits for the disk at each commit, as in production. Tests do not. */
  readonly isDurable?: boolean
}

export async function startPostgres({ isDurable = false }: PostgresOptions = {}): Promise<Postgres> {
  const cluster = makeCluster()
  const port = await freePort()
  const url = (role: string, name: string) => `postgres://${role}@127.0.0.1:${port}/${name}`
  const admin = url('postgres', 'postgres')
  let server: ChildProcess | undefined
  let count = 0

  const start = async () => {
    const until = Date.now() + 60_000
    // After a kill, child processes may still use the shared memory. A new server then ends at once.
    while (!isRunning(server) || !(await isOurs(admin, cluster.data))) {
      if (Date.now() > until) throw new Error('PostgreSQL did not start')
      if (!isRunning(server)) server = launch(cluster, port, isDurable)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = undefined
    if (running === undefined || !isRunning(running)) return
    const exited = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await exited
  }
  await start()
  await runQuery(admin, 'create role hookline login')
  return {
    async database(original) {
      const name = `test_${++count}`
      const source = original === undefined ? '' : ` template ${new URL(original).pathname.slice(1)}`
      await runQuery(admin, `create database ${name} owner hookline${source}`)
      return url('hookline', name)
    },
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGINT')
      rmSync(cluster.home, { recursive: true, force: true })
    },
  }
}

interface Cluster {
  readonly bin: string
  readonly home: string
  readonly data: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

function makeCluster(): Cluster {
  const bin = postgresPrograms()
  if (bin === undefined)
    throw new Error('PostgreSQL is not installed. Run apt-get install postgresql, or set HOOKLINE_POSTGRES_BIN')
  const user = systemUser()
  // Other users may not have access to root's temporary directory.
  const base = sharedDirectory ?? (user === undefined ? tmpdir() : '/tmp')
  const home = mkdtempSync(join(base, 'hookline-pg-'))
  if (user !== undefined) chownSync(home, user.uid, user.gid)
  const cluster = { bin, home, data: join(home, 'data'), user }
  if (sharedDirectory === undefined) initialize(cluster)
  else copyFirst(cluster, join(sharedDirectory, 'cluster'))
  return cluster
}

/** Of all files of a test run: `scripts/test-databases.mjs`. */
const sharedDirectory = process.env.HOOKLINE_TEST_DATABASES

function initialize({ bin, home, data, user }: Cluster): void {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), args, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Copies the first cluster of the run, before it was started: that takes a tenth of what a new one takes. */
function copyFirst(cluster: Cluster, first: string): void {
  const copy = (from: string, to: string) => execFileSync('cp', ['-pR', from, to])
  if (existsSync(first)) return void copy(first, cluster.data)
  initialize(cluster)
  const incomplete = join(cluster.home, 'first')
  copy(cluster.data, incomplete)
  try {
    renameSync(incomplete, first)
  } catch {
    // Another process was faster.
    rmSync(incomplete, { recursive: true, force: true })
  }
}

/**
 * A test uses `-F`, because the system itself never crashes in it and writes survive a kill without waiting for the disk. Its
 * databases are too small and too many to be vacuumed.
 */
function launch({ bin, home, data, user }: Cluster, port: number, isDurable: boolean): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(isDurable ? [] : ['autovacuum=off', 'full_page_writes=off']),
  ]
  const args = [
    ...(isDurable ? [] : ['-F']),
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const command = [...dieWithParent(user), join(bin, 'postgres'), ...args]
  const own = command[0] === setpriv ? {} : user
  return spawn(command[0] ?? '', command.slice(1), { ...own, cwd: home, stdio: 'ignore' })
}

const setpriv = '/usr/bin/setpriv'

/** Ends the server if the test run is killed, on systems with setpriv. */
function dieWithParent(user: Cluster['user']): readonly string[] {
  if (!existsSync(setpriv)) return []
  const userFlags = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return [setpriv, ...userFlags, '--pdeathsig=INT', '--']
}

const isRunning = (server: ChildProcess | undefined): boolean =>
  server !== undefined && server.exitCode === null && server.signalCode === null

/** PostgreSQL refuses to run as root. */
function systemUser(): Cluster['user'] {
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

async function runQuery(url: string, text: string): Promise<unknown> {
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

/** True if our own server responds, and not another one on the same port. */
async function isOurs(url: string, data: string): Promise<boolean> {
  try {
    const row = await runQuery(url, "select current_setting('data_directory') as data")
    return (row as { data: string }).data === data
  } catch {
    return false
  }
}
