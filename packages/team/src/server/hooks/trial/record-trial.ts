/** Runs a trial and records it in the audit log: the hook and the outcome, but not the script or its input. */

import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { shorten } from '../../shorten.ts'
import { recordEvent } from '../../store/audit-log.ts'
import type { Draft } from '../check.ts'
import { readHook } from '../save.ts'
import { type Trial, tryHook } from './try.ts'

interface TrialRequest {
  /** 0 for a draft without a hook. */
  readonly hookId: number
  readonly draft: Draft
  readonly input: string
}

export async function tryAndRecord(
  context: Context,
  actor: Actor,
  { hookId, draft, input }: TrialRequest,
): Promise<Trial> {
  const { store, now } = context
  const version = hookId === 0 ? 0 : await store.inTeam(actor.team, (q) => findSavedVersion(q, hookId, draft))
  const trial = await tryHook(context, draft, input)
  const script_name = shorten(draft.script_name.replace(/\p{Cc}/gu, ''), 200)
  const detail = {
    ...(hookId === 0 ? {} : { script_name }),
    of: version === 0 ? 'a draft' : `version ${version}`,
    event: draft.hook_step,
    // Record the code of a failure, but not the output of the script.
    outcome: trial.error === '' ? trial.verdict : trial.error.replace(/:.*/su, ''),
  }
  const target = hookId === 0 ? script_name : String(hookId)
  await store.inTeam(actor.team, (q) =>
    recordEvent(q, actor.team, now(), { actor: actor.name, action: 'hook.tried', target, detail }),
  )
  return trial
}

/** Returns the version with exactly this content, or 0 for an unsaved draft. */
async function findSavedVersion(q: Parameters<typeof readHook>[0], hookId: number, draft: Draft): Promise<number> {
  const { version } = await readHook(q, hookId)
  // A draft has no other keys.
  const isSaved = (Object.keys(draft) as (keyof Draft)[]).every((name) => version[name] === draft[name])
  return isSaved ? version.version : 0
}
