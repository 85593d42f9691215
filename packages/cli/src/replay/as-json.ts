/** Formats the result of a replay as JSON. */

import { subjectOf } from '../log/record-text.ts'
import type { Decision } from './decision.ts'
import { isSame } from './decision.ts'
import type { Replayed, Unused } from './replay.ts'

export interface ReplayJson {
  readonly version: 1
  /** `off`, or the reason why it is on. */
  readonly network: string
  readonly replayed: number
  readonly changed: number
  readonly results: readonly {
    readonly id: string
    readonly at: string
    readonly event: string
    readonly subject: string
    readonly root?: string
    readonly changed: boolean
    readonly change?: string
    readonly was: Decision
    readonly now: Decision
    readonly because: string
  }[]
  readonly unusable: readonly { readonly id: string; readonly why: string }[]
}

export function asJson(replayed: readonly Replayed[], unused: readonly Unused[], network: string): ReplayJson {
  return {
    version: 1,
    network,
    replayed: replayed.length,
    changed: replayed.filter(({ was, now }) => !isSame(was, now)).length,
    results: replayed.map(({ record, was, now, change, execution }) => ({
      id: record.id,
      at: record.at,
      event: record.event,
      subject: subjectOf(record),
      ...(record.root === undefined ? {} : { root: record.root }),
      changed: change !== undefined,
      ...(change === undefined ? {} : { change }),
      was,
      now,
      because: execution.because,
    })),
    unusable: unused.map(({ record, unusable }) => ({ id: record.id, why: unusable })),
  }
}
