/** `hookline serve` as a process of its own, so that it can be killed as a machine loses power, and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { StoreOptions } from '../server/store/index.ts'
import { freePort } from './postgres.ts'

export interface Program {
  /** The same after every start. */
  readonly url: string
  readonly ownerLink: string | undefined
  /** SIGKILL. Rejects where it had ended by itself. */
  kill(): Promise<void>
  /** Answers when it listens. */
  start(): Promise<void>
}

const command = fileURLToPath(new URL('../../../cli/bin/hookline.cjs', import.meta.url))

/** Servers that share a database share the key; so do all of a test. */
const masterKey = Buffer.alloc(32, 7).toString('base64')

export async function startProgram({ dataDir, database }: StoreOptions): Promise<Program> {
  const port = await freePort()
  const args = [command, 'serve', '--json', '--port', String(port), '--data', dataDir]
  const own = { HOOKLINE_MASTER_KEY: masterKey, HOME: dataDir }
  const env = { ...process.env, ...own, ...(database === undefined ? {} : { HOOKLINE_DATABASE: database }) }
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    return firstLine(child)
  }
  const said = JSON.parse(await start()) as { readonly owner_link?: string }
  return {
    url: `http://127.0.0.1:${port}`,
    ownerLink: said.owner_link,
    async kill() {
      const running = child
      child = undefined
      if (running === undefined) return
      if (running.exitCode !== null) throw new Error(`hookline serve had ended by itself with ${running.exitCode}`)
      const over = once(running, 'exit')
      running.kill('SIGKILL')
      await over
    },
    start: async () => void (await start()),
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(String(data)))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`hookline serve ended with ${code} before it listened`)))
  })
}
