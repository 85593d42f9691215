/** A line of the audit: what an event was, its number, and the hashes that tie it to the line before. */
import type { JsonObject } from '@hookline/core/protocol'
import { canonical, sha256 } from './canonical.ts'

export interface AuditRecord {
  readonly v: 1
  /** From 1, without a gap, over all files. */
  readonly n: number
  readonly at: string
  readonly event: string
  readonly conversation?: string
  readonly pid: number
  readonly input: JsonObject
  /** Where secrets were replaced. */
  readonly redacted?: readonly string[]
  /** How many bytes of a line that was cut short stand before this one. */
  readonly torn?: number
  /** The hash of the record before; zeros for the first. */
  readonly prev: string
  /** Over the canonical text of all the above. */
  readonly hash: string
}
export type Unlinked = Omit<AuditRecord, 'n' | 'prev' | 'hash' | 'torn'>
export type Link = Pick<AuditRecord, 'n' | 'hash'>

export const beginning: Link = { n: 0, hash: '0'.repeat(64) }

export function linked(record: Unlinked, { n, hash: prev }: Link, torn: number): AuditRecord {
  const whole = { ...record, n: n + 1, prev, ...(torn === 0 ? {} : { torn }) }
  return { ...whole, hash: sha256(canonical(whole)) }
}

export const lineOf = (record: AuditRecord): string => `${canonical(record)}\n`

/** Undefined for what is no whole record: cut short, or not one of ours. */
export function parsedLine(text: string): AuditRecord | undefined {
  try {
    const value = JSON.parse(text) as AuditRecord
    const isOne = typeof value?.n === 'number' && typeof value.hash === 'string' && typeof value.prev === 'string'
    return isOne ? value : undefined
  } catch {
    return undefined
  }
}

/** The text says what its hash says, and says it in the one form. */
export function isItself(record: AuditRecord, text: string): boolean {
  const { hash, ...rest } = record
  return sha256(canonical(rest)) === hash && canonical(record) === text
}
