/** Lets a hook file also run as a command of any agent: the event on stdin, the reply on stdout. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { textOfThrown } from '../../errors.ts'
import { toRaw } from '../../runners/returned.ts'
import { isObject } from '../../schema.ts'
import type { AnyHook } from '../../sdk/define-hook.ts'
import { stateDirectory } from '../../sources/locations.ts'
import { homeDirectory, thisPlatform } from '../system/machine.ts'

/**
 * Does nothing if the file is imported. Started as a program, it reads one event, prints the reply and exits: with 0 if the
 * hook returned, with 1 if it threw, which the agent handles like any failed hook.
 *
 * @example runAsCommand(import.meta, hook)
 */
export async function runAsCommand(meta: { readonly url: string }, hook: AnyHook): Promise<void> {
  if (!isStarted(meta.url)) return
  try {
    const input: unknown = JSON.parse(await readInput())
    const roots = isObject(input) ? input.workspace_roots : undefined
    // The agent sends the input of the event that the hook is for.
    const reply = await hook.run(input as never, {
      signal: AbortSignal.timeout((hook.timeout ?? 600) * 1000),
      roots: Array.isArray(roots) ? roots : [],
      cwd: process.cwd(),
      home: homeDirectory(),
      env: process.env,
      state: stateDirectory(thisPlatform()),
    })
    if (reply !== undefined) print(reply)
  } catch (error) {
    fail(textOfThrown(error))
  }
}

/** If the reply cannot be written as JSON, prints the fields that can: the agent still reads a deny in them. */
function print(reply: unknown): void {
  const { end, reply: object, stdout } = toRaw(reply)
  if (object !== undefined || stdout !== '')
    process.stdout.write(`${object === undefined ? stdout : JSON.stringify(object)}\n`)
  if (end.kind === 'bad-reply') fail(end.message)
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

function isStarted(url: string): boolean {
  const started = process.argv[1]
  if (started === undefined || !url.startsWith('file:')) return false
  const own = fileURLToPath(url)
  return own === started || resolveLinks(own) === resolveLinks(started)
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
