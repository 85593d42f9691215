/** What this machine was asked about its log lately, and what it answered. `hookline team status --report` prints it. */
import { readState } from '@hookline/core/team'
import { type BundledPreview, previewLimits } from '../../wire/preview.ts'
import { clientPaths, type Machine } from '../device/machine.ts'
import { createDisk } from '../disk.ts'
import type { PreviewResult } from './judge.ts'

export interface PreviewRecord {
  readonly id: number
  readonly days: number
  readonly asked: BundledPreview['hooks']
  /**
   * `begun`: the judgement has not ended, or never did. `judged`: the counts are not sent yet. `waiting`: for the next day.
   * `declined`: it asks too much.
   */
  readonly state: 'waiting' | 'begun' | 'judged' | 'sent' | 'declined'
  readonly begunAt: string
  /** How often the judgement was begun. */
  readonly tries: number
  /** What is sent. */
  readonly result?: PreviewResult
  readonly sentAt?: string
  /** Why it is declined, or what it waits for. */
  readonly reason?: string
}

const dayMs = 24 * 3_600_000
/** A judgement takes a minute at most, so one that was begun earlier than this was interrupted. */
const retryMs = 3_600_000
const maxTries = 2

/** Newest first. */
export function readPreviewRecords(machine: Machine, team: string): readonly PreviewRecord[] {
  const stored = readState(clientPaths(machine, team).previewed)
  // Only `savePreviewRecord` writes this file. One of an earlier version has no list.
  return stored.kind === 'read' && Array.isArray(stored.value.records) ? (stored.value.records as PreviewRecord[]) : []
}

/** Replaces the record of the same preview. Keeps those that count for the limit of a day, and the newest ones. */
export function savePreviewRecord(machine: Machine, team: string, record: PreviewRecord): void {
  const others = readPreviewRecords(machine, team).filter(({ id }) => id !== record.id)
  const records = [record, ...others].filter((one, at) => at < previewLimits.perDay || isToday(one, machine))
  createDisk({}).replaceFile(clientPaths(machine, team).previewed, `${JSON.stringify({ records }, null, 2)}\n`)
}

const age = ({ begunAt }: PreviewRecord, { now }: Machine): number => Math.abs(now() - Date.parse(begunAt))
const isToday = (record: PreviewRecord, machine: Machine): boolean => record.tries > 0 && age(record, machine) < dayMs

/** Whether so many others were judged in the last 24 hours that this one has to wait. */
export const isDayFull = (records: readonly PreviewRecord[], id: number, machine: Machine): boolean =>
  records.filter((record) => record.id !== id && isToday(record, machine)).length >= previewLimits.perDay

/** A preview that was begun and did not end is begun once more, and not at each sync. */
export const isOver = (record: PreviewRecord, machine: Machine): boolean =>
  record.state === 'sent' ||
  record.state === 'declined' ||
  (record.state === 'begun' && (record.tries >= maxTries || age(record, machine) < retryMs))
