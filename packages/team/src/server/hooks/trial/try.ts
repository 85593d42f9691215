/** A trial run of a draft by the real engine, on the event's sample or a given input, its script in a box. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, type Effect, type Run } from '@hookline/core/node'
import { type EventName, eventRows, isEventName } from '@hookline/core/protocol'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import type { Draft } from '../check.ts'
import { bareEnv, makeBox, whyNotContained } from './box.ts'

const longestSeconds = 10
const mostText = 20_000
const mostAtOnce = 2
let running = 0

export interface Trial {
  readonly verdict: string
  readonly because: string
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly durationMs: number
  /** How the hook failed, where it did. */
  readonly error: string
}

export async function tryHook(context: Context, draft: Draft, input: string): Promise<Trial> {
  if (!context.allowsTrial) throw new Refusal('precondition', 'trial runs are switched off on this server (--no-trial)')
  if (!isEventName(draft.hook_step))
    throw new Refusal('invalid', `there is no event ${JSON.stringify(draft.hook_step)}`)
  const sent = inputOf(draft.hook_step, input)
  const why = await whyNotContained(context.dataDir)
  if (why !== undefined) throw new Refusal('precondition', `this server cannot run a script contained: ${why}`)
  if (running >= mostAtOnce) throw new Refusal('too-many', 'other trials are running: try again in a moment', 5)
  running += 1
  try {
    return await contained(draft, draft.hook_step, sent)
  } finally {
    running -= 1
  }
}

function inputOf(event: EventName, text: string): Readonly<Record<string, unknown>> {
  const sample = eventRows[event].sample('/work') as Record<string, unknown>
  if (text.trim() === '') return sample
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...sample, ...given }
  } catch {
    // Said below.
  }
  throw new Refusal('invalid', 'the input is no JSON object')
}

async function contained(draft: Draft, event: EventName, input: Readonly<Record<string, unknown>>): Promise<Trial> {
  const box = makeBox(draft.script_content)
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  try {
    const hooks = await createHooks({
      workspaceRoots: [scratch],
      home: scratch,
      sources: { only: [] },
      hooks: { [event]: [entryOf(draft, box.command)] },
      trust: 'all',
      onAsk: 'host',
      env: bareEnv,
      defaults: { workspace_roots: ['/work'] },
      eventTimeoutMs: (longestSeconds + 1) * 1000,
      watch: false,
    })
    let recorded: Effect | undefined
    hooks.on('record', ({ effect }) => {
      recorded = effect
    })
    try {
      const effect: Effect = await hooks.fire(event, input as never)
      // One that nobody waits for is waited for here.
      await hooks.close()
      return trialOf(recorded ?? effect)
    } catch (thrown) {
      throw new Refusal('invalid', thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      await hooks.close()
    }
  } finally {
    box.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}

const entryOf = ({ script_name, matcher, timeout, fail_closed, loop_limit }: Draft, command: string) => ({
  // What is said of it names the script, not the box around it.
  name: script_name === '' ? 'the script' : script_name,
  command,
  timeout: Math.min(timeout ?? longestSeconds, longestSeconds),
  ...(matcher === null ? {} : { matcher }),
  ...(fail_closed === null ? {} : { failClosed: fail_closed === 1 }),
  ...(loop_limit === null ? {} : { loop_limit }),
})

function trialOf({ verdict, because, runs }: Effect): Trial {
  const [run] = runs as readonly (Run | undefined)[]
  return {
    verdict,
    because: because.message,
    stdout: run?.stdout.slice(0, mostText) ?? '',
    stderr: run?.stderr.slice(-mostText) ?? '',
    exitCode: run?.exitCode ?? -1,
    durationMs: run?.durationMs ?? 0,
    error: run?.outcome.kind === 'failed' ? `${run.outcome.code}: ${run.outcome.message}` : '',
  }
}
