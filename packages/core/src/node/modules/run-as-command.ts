/** The same hook file as a command of any agent: the event on stdin, the reply on stdout. */
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { AnyHook } from '../../sdk/define-hook.ts'
import { stateDirectory } from '../../sources/places.ts'
import { thisPlatform } from '../system/machine.ts'

/**
 * Does nothing where the file is imported. Started by itself it reads one event, prints the reply and ends: 0 when the hook
 * answered, 1 when it threw, which the agent reads by its own rules for a failed hook.
 *
 * @example runAsCommand(import.meta, hook)
 */
export async function runAsCommand(meta: { readonly url: string }, hook: AnyHook): Promise<void> {
  if (!isStarted(meta.url)) return
  try {
    const input = JSON.parse(await readInput()) as { readonly workspace_roots?: readonly string[] }
    const reply = await hook.run(input as never, {
      signal: AbortSignal.timeout((hook.timeout ?? 600) * 1000),
      roots: input.workspace_roots ?? [],
      cwd: process.cwd(),
      home: homedir(),
      env: process.env,
      state: stateDirectory(thisPlatform()),
    })
    if (reply !== undefined) process.stdout.write(`${JSON.stringify(reply)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  }
}

function isStarted(url: string): boolean {
  const started = process.argv[1]
  if (started === undefined || !url.startsWith('file:')) return false
  const own = fileURLToPath(url)
  return own === started || realOf(own) === realOf(started)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
