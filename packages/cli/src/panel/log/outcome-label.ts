/** Labels and colours for the outcome of one run of a hook. */
import type { Tone, TryRun } from '@hookline/web/wire'
import type { RunFacts } from '../../hooktest/read/types.ts'
import { nameOf } from '../../log/record-text.ts'

interface Outcome {
  readonly kind: string
  readonly verdict?: string
  readonly code?: string
  readonly policy?: string
}

/** `deny`, `no opinion`, `failed (exit), fails open` */
export function outcomeLabel({ kind, verdict, code, policy }: Outcome): string {
  if (kind === 'failed')
    return `failed (${code}), fails ${policy}${verdict === 'deny' ? ': refuses' : verdict === 'ask' ? ': asks' : ''}`
  return verdict ?? 'no opinion'
}

export function outcomeTone({ kind, verdict }: Outcome): Tone {
  if (kind === 'failed') return 'fail'
  return verdict === 'deny' || verdict === 'ask' || verdict === 'allow' ? verdict : 'plain'
}

const toOutcome = ({ outcome, verdict, failure }: RunFacts): Outcome => ({
  kind: outcome,
  ...(verdict === undefined ? {} : { verdict }),
  ...(failure === undefined ? {} : { code: failure.code, policy: failure.policy }),
})

export const hookName = ({ name, label }: { readonly name?: string; readonly label: string }): string =>
  name ?? nameOf(label)

export const toTryRun = (run: RunFacts): TryRun => ({
  hookId: run.entry.id,
  label: run.entry.label,
  name: hookName(run.entry),
  source: run.entry.source,
  outcome: outcomeLabel(toOutcome(run)),
  tone: outcomeTone(toOutcome(run)),
  ms: run.durationMs,
  ...(run.exitCode === undefined ? {} : { exit: run.exitCode }),
  stdout: run.stdout,
  stderr: run.stderr,
})
