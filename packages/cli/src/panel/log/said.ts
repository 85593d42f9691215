/** What a hook said, in words, and in which colour. */
import type { Tone, TryRun } from '@hookline/web/wire'
import type { RunFacts } from '../../hooktest/read/types.ts'
import { nameOf } from '../../log/words.ts'

interface Outcome {
  readonly kind: string
  readonly verdict?: string
  readonly code?: string
  readonly policy?: string
}

/** `deny`, `no opinion`, `failed (exit), fails open` */
export function saidBy({ kind, verdict, code, policy }: Outcome): string {
  if (kind === 'failed')
    return `failed (${code}), fails ${policy}${verdict === 'deny' ? ': refuses' : verdict === 'ask' ? ': asks' : ''}`
  return verdict ?? (kind === 'silent' ? 'nothing' : 'no opinion')
}

export function saidTone({ kind, verdict }: Outcome): Tone {
  if (kind === 'failed') return 'fail'
  return verdict === 'deny' || verdict === 'ask' || verdict === 'allow' ? verdict : 'plain'
}

const outcomeOf = ({ outcome, verdict, failure }: RunFacts): Outcome => ({
  kind: outcome,
  ...(verdict === undefined ? {} : { verdict }),
  ...(failure === undefined ? {} : { code: failure.code, policy: failure.policy }),
})

export const nameOfEntry = ({ name, label }: { readonly name?: string; readonly label: string }): string =>
  name ?? nameOf(label)

export const tryRunOf = (run: RunFacts): TryRun => ({
  hookId: run.entry.id,
  label: run.entry.label,
  name: nameOfEntry(run.entry),
  source: run.entry.source,
  outcome: saidBy(outcomeOf(run)),
  tone: saidTone(outcomeOf(run)),
  ms: run.durationMs,
  ...(run.exitCode === undefined ? {} : { exit: run.exitCode }),
  stdout: run.stdout,
  stderr: run.stderr,
})
