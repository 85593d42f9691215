/** Runs `hookline serve` as a process that tests can kill, as a power failure would, and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { StoreOptions } from '../server/store/index.ts'
import { freePort } from './postgres.ts'

export interface Program {
  /** It stays the same after each start. */
  readonly url: string
  readonly ownerLink: string | undefined
  /** Sends SIGKILL. Rejects if the process has already ended. */
  kill(): Promise<void>
  /** Resolves when the server listens. */
  start(): Promise<void>
}

const command = fileURLToPath(new URL('../../../cli/bin/hookline.cjs', import.meta.url))

/** Servers that share a database must share the key. All servers of a test use this one. */
const masterKey = Buffer.alloc(32, 7).toString('base64')

export async function startProgram({ dataDir, database }: StoreOptions): Promise<Program> {
  const port = await freePort()
  const args = [command, 'serve', '--json', '--port', String(port), '--data', dataDir]
  const serverEnv = { HOOKLINE_MASTER_KEY: masterKey, HOME: dataDir }
  const env = { ...process.env, ...serverEnv, ...(database === undefined ? {} : { HOOKLINE_DATABASE: database }) }
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    return firstLine(child)
  }
  const ready = JSON.parse(await start()) as { readonly owner_link?: string }
  return {
    url: `http://127.0.0.1:${port}`,
    ownerLink: ready.owner_link,
    async kill() {
      const running = child
      child = undefined
      if (running === undefined) return
      if (running.exitCode !== null) throw new Error(`hookline serve ended unexpectedly with code ${running.exitCode}`)
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      await exited
    },
    start: async () => void (await start()),
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(String(data)))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`hookline serve ended with code ${code} before it listened`)))
  })
}
