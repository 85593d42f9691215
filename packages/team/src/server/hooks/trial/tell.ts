/** A trial is a deed: that it was made, of what, and how it ended is in the journal; the script and its input are not. */
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { append } from '../../store/journal.ts'
import type { Draft } from '../check.ts'
import { hookAt } from '../save.ts'
import { type Trial, tryHook } from './try.ts'

interface Tried {
  /** 0: of no hook yet. */
  readonly hookId: number
  readonly draft: Draft
  readonly input: string
}

export async function tryAndTell(context: Context, actor: Actor, { hookId, draft, input }: Tried): Promise<Trial> {
  const { store, now } = context
  const version = hookId === 0 ? 0 : await store.inTeam(actor.team, (q) => versionOf(q, hookId, draft))
  const trial = await tryHook(context, draft, input)
  const script_name = draft.script_name.replace(/\p{Cc}/gu, '').slice(0, 200)
  const detail = {
    ...(hookId === 0 ? {} : { script_name }),
    of: version === 0 ? 'a draft' : `version ${version}`,
    event: draft.hook_step,
    // Where it failed, its code; what the script said is not kept.
    outcome: trial.error === '' ? trial.verdict : trial.error.replace(/:.*/su, ''),
  }
  const target = hookId === 0 ? script_name : String(hookId)
  await store.inTeam(actor.team, (q) =>
    append(q, actor.team, now(), { actor: actor.name, action: 'hook.tried', target, detail }),
  )
  return trial
}

/** Which version this very text is; 0: a draft that was not saved. */
async function versionOf(q: Parameters<typeof hookAt>[0], hookId: number, draft: Draft): Promise<number> {
  const { version } = await hookAt(q, hookId)
  const isSaved = (Object.keys(draft) as (keyof Draft)[]).every((name) => version[name] === draft[name])
  return isSaved ? version.version : 0
}
