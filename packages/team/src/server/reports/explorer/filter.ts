/** Reads the filter of a search. A value that cannot match is refused, so that a wrong link does not look like an empty result. */
import { Refusal } from '../../refusal.ts'
import type { DecisionKind } from '../../store/index.ts'

/** As a request or an address has it. Empty values do not limit. */
export interface FilterText {
  readonly deviceId: string
  readonly agent: string
  readonly event: string
  readonly hookId: bigint | string
  readonly rule: string
  readonly decision: string
  readonly result: string
  readonly from: string
  readonly to: string
}

export interface Filter {
  readonly device?: string
  readonly agent?: string
  readonly event?: string
  readonly hook?: number
  readonly rule?: string
  readonly kinds?: readonly DecisionKind[]
  readonly failed?: 0 | 1
  readonly result?: 'denied' | 'failed' | 'would-deny'
  /** Included. */
  readonly from: number
  /** Not included. */
  readonly to: number
}

/** What a hook that only observes would have denied was allowed. */
export const allowedKinds = ['allow', 'would-deny', 'would-ask'] as const satisfies readonly DecisionKind[]

const decisions: Readonly<Record<string, Pick<Filter, 'kinds' | 'failed'>>> = {
  allow: { kinds: allowedKinds, failed: 0 },
  ask: { kinds: ['ask'] },
  deny: { kinds: ['deny'] },
  'would-deny': { kinds: ['would-deny'] },
  'would-ask': { kinds: ['would-ask'] },
  failed: { failed: 1 },
}
const results: Readonly<Record<string, Pick<Filter, 'result'>>> = {
  denied: { result: 'denied' },
  failed: { result: 'failed' },
  'would-deny': { result: 'would-deny' },
}

/** `firstKept` is the time from which reports are kept. Earlier ones do not count, even if they are not deleted yet. */
export function readFilter(text: Partial<FilterText>, firstKept: number): Filter {
  const { deviceId = '', agent = '', event = '', rule = '' } = text
  const hook = Number(text.hookId ?? 0)
  if (!Number.isSafeInteger(hook) || !/^\d*$/.test(String(text.hookId ?? '')))
    throw new Refusal('invalid', 'hook_id must be a non-negative integer')
  return {
    ...(deviceId === '' ? {} : { device: deviceId }),
    ...(agent === '' ? {} : { agent }),
    ...(event === '' ? {} : { event }),
    ...(hook === 0 ? {} : { hook }),
    ...(rule === '' ? {} : { rule }),
    ...readChoice('decision', text.decision, decisions),
    ...readChoice('result', text.result, results),
    from: Math.max(firstKept, readTime('from', text.from, 0)),
    to: readTime('to', text.to, Number.MAX_SAFE_INTEGER),
  }
}

function readChoice<T>(name: string, text = '', choices: Readonly<Record<string, T>>): T | object {
  if (text === '') return {}
  const choice = Object.hasOwn(choices, text) ? choices[text] : undefined
  if (choice === undefined)
    throw new Refusal(
      'invalid',
      `${name} must be one of ${Object.keys(choices).join(', ')}, got ${JSON.stringify(text)}`,
    )
  return choice
}

const timeShape = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

function readTime(name: string, text = '', otherwise: number): number {
  if (text === '') return otherwise
  const ms = timeShape.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new Refusal('invalid', `${name} must be a time such as 2026-01-31T09:00:00Z, got ${JSON.stringify(text)}`)
  return ms
}

/** True if the search has to read runs. */
export const needsRuns = ({ hook, rule, result }: Filter): boolean =>
  hook !== undefined || rule !== undefined || result !== undefined
