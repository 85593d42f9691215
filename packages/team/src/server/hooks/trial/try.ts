/** Runs a draft once with the real engine, on the event's sample or a given input. The script runs in a sandbox. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, type Effect } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, isEventName, isObject } from '@hookline/core/protocol'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import type { Draft } from '../check.ts'
import { createSandbox, findSandboxProblem, sandboxEnv } from './sandbox.ts'

const maxSeconds = 10
const maxOutput = 20_000
const maxRunning = 2
let running = 0

export interface Trial {
  readonly verdict: string
  readonly because: string
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly durationMs: number
  /** The failure of the hook, or empty. */
  readonly error: string
}

export async function tryHook(context: Context, draft: Draft, input: string): Promise<Trial> {
  if (!context.allowsTrial) throw new Refusal('precondition', 'trial runs are switched off on this server (--no-trial)')
  if (draft.kind !== 'script')
    throw new Refusal(
      'precondition',
      'only scripts run on the server. Try this hook on a machine of the team with: hookline trigger',
    )
  if (!isEventName(draft.hook_step))
    throw new Refusal('invalid', `there is no event ${JSON.stringify(draft.hook_step)}`)
  const payload = readInput(draft.hook_step, input)
  const problem = await findSandboxProblem(context.dataDir)
  if (problem !== undefined)
    throw new Refusal('precondition', `this server cannot run scripts in a sandbox: ${problem}`)
  if (running >= maxRunning) throw new Refusal('too-many', 'other trials are running. Try again in 5 seconds', 5)
  running += 1
  try {
    return await runInSandbox(draft, draft.hook_step, payload)
  } finally {
    running -= 1
  }
}

function readInput(event: EventName, text: string): JsonObject {
  const sample: JsonObject = eventRows[event].sample('/work')
  if (text.trim() === '') return sample
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { ...sample, ...parsed }
  } catch {
    // The error below covers invalid JSON too.
  }
  throw new Refusal('invalid', 'the input must be a JSON object')
}

async function runInSandbox(draft: Draft, event: EventName, input: JsonObject): Promise<Trial> {
  const sandbox = createSandbox(draft.script_content)
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  try {
    const hooks = await createHooks({
      workspaceRoots: [scratch],
      home: scratch,
      sources: { only: [] },
      hooks: { [event]: [toEntry(draft, sandbox.command)] },
      trust: 'all',
      onAsk: 'host',
      env: sandboxEnv,
      defaults: { workspace_roots: ['/work'] },
      eventTimeoutMs: (maxSeconds + 1) * 1000,
      watch: false,
    })
    let recorded: Effect | undefined
    hooks.on('record', ({ effect }) => {
      recorded = effect
    })
    try {
      const effect: Effect = await hooks.untyped.fire(event, input)
      // Wait for asynchronous hooks too.
      await hooks.close()
      return toTrial(recorded ?? effect)
    } catch (thrown) {
      throw new Refusal('invalid', thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      await hooks.close()
    }
  } finally {
    sandbox.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}

const toEntry = ({ script_name, matcher, timeout, fail_closed, loop_limit }: Draft, command: string) => ({
  // Messages show the name of the script instead of the sandbox command.
  name: script_name === '' ? 'the script' : script_name,
  command,
  timeout: Math.min(timeout ?? maxSeconds, maxSeconds),
  ...(matcher === null ? {} : { matcher }),
  ...(fail_closed === null ? {} : { failClosed: fail_closed === 1 }),
  ...(loop_limit === null ? {} : { loop_limit }),
})

function toTrial({ verdict, because, runs }: Effect): Trial {
  const [run] = runs
  return {
    verdict,
    because: because.message,
    stdout: run?.stdout.slice(0, maxOutput) ?? '',
    stderr: run?.stderr.slice(-maxOutput) ?? '',
    exitCode: run?.exitCode ?? -1,
    durationMs: run?.durationMs ?? 0,
    error: run?.outcome.kind === 'failed' ? `${run.outcome.code}: ${run.outcome.message}` : '',
  }
}
