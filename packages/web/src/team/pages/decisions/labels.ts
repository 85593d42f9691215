/** Decisions as text. Names come from machines, so invisible characters are made visible. Pure. */
import type { DecisionRecord, RunRecord } from '@hookline/team/wire'
import { reveal } from '../../../kit/reveal.ts'
import type { Tone } from '../../../wire/panel.ts'

export const decisionChoices = [
  { value: 'allow', label: 'Allowed' },
  { value: 'ask', label: 'Asked' },
  { value: 'deny', label: 'Denied' },
  { value: 'would-deny', label: 'Would have been denied' },
  { value: 'would-ask', label: 'Would have been asked' },
  { value: 'failed', label: 'A hook failed' },
] as const

export const resultChoices = [
  { value: 'denied', label: 'Hook denied' },
  { value: 'would-deny', label: 'Hook would have denied' },
  { value: 'failed', label: 'Hook failed' },
] as const

const kinds: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  allow: { label: 'Allowed', tone: 'allow' },
  ask: { label: 'Asked', tone: 'ask' },
  deny: { label: 'Denied', tone: 'deny' },
  paused: { label: 'Allowed, hooks paused', tone: 'plain' },
  'would-deny': { label: 'Allowed, would have been denied', tone: 'ask' },
  'would-ask': { label: 'Allowed, would have been asked', tone: 'ask' },
}

/** A failed hook is named even if the decision was made despite it. */
export function describeDecision({ decision, failed }: Pick<DecisionRecord, 'decision' | 'failed'>): {
  readonly label: string
  readonly tone: Tone
} {
  const kind = kinds[decision] ?? { label: reveal(decision), tone: 'plain' as const }
  if (!failed) return kind
  return decision === 'allow'
    ? { label: 'Allowed, hook failed', tone: 'fail' }
    : { ...kind, label: `${kind.label}, hook failed` }
}

/** `guard.sh`, `hook 4`, or where a hook that is not of the team comes from: `user hook`. */
export const describeHook = ({
  hookId,
  hookName,
  source,
}: Pick<RunRecord, 'hookId' | 'hookName' | 'source'>): string =>
  hookName !== '' ? reveal(hookName) : hookId > 0n ? `hook ${hookId}` : `${reveal(source)} hook`

export const describeOutcome = ({ outcome, failure }: Pick<RunRecord, 'outcome' | 'failure'>): string =>
  failure === '' ? (observedOutcomes.get(outcome) ?? reveal(outcome)) : `failed: ${reveal(failure)}`

/** Of hooks that only observe. */
const observedOutcomes: ReadonlyMap<string, string> = new Map([
  ['would-deny', 'would have denied'],
  ['would-ask', 'would have asked'],
])
