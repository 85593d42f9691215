/** Formats replayed records with the old and the new decision. For many records it shows only changes, new denies first. */
import type { LogRecord } from '@hookline/core/node'
import { hostOf, shortId, subjectOf } from '../log/record-text.ts'
import { counted } from '../text/entry-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import { changes, type Decision, decisionText } from './decision.ts'
import type { Replayed, Unused } from './replay.ts'

const MOST_WHY = 5
const MOST_IDS = 3

function pairLines({ record, was, now }: Replayed, style: Style, indent = ''): readonly string[] {
  return [
    `${indent}was  ${painted(was, decisionText(record.event, was, 'was'), style)}`,
    `${indent}now  ${painted(now, decisionText(record.event, now, 'now'), style)}`,
  ]
}

function painted({ verdict, failed }: Decision, text: string, style: Style): string {
  const end = text.indexOf('  ')
  const [word, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  const paint = verdict === 'deny' ? style.red : failed || verdict === 'ask' ? style.yellow : style.green
  return `${paint(word)}${rest}`
}

const headLine = (record: LogRecord, style: Style): string =>
  `${style.cyan(shortId(record.id))} ${shortTime(new Date(record.at), new Date())} ${hostOf(record)} ${oneLine(record.event)}  ${clip(subjectOf(record), 80)}`

/** Each record with both decisions. */
export function eachLines(replayed: readonly Replayed[], style: Style): readonly string[] {
  const [only] = replayed
  if (replayed.length === 1 && only !== undefined) return pairLines(only, style)
  return replayed.flatMap((one) => [headLine(one.record, style), ...pairLines(one, style, '  ')])
}

/** The changes by kind. The same change of the same event is shown once. */
export function changeLines(replayed: readonly Replayed[], style: Style): readonly string[] {
  return changes.flatMap((change) => {
    const groups = groupChanges(replayed.filter((one) => one.change === change))
    if (groups.length === 0) return []
    return [
      style.bold(`${change.charAt(0).toUpperCase()}${change.slice(1)}`),
      ...groups.flatMap((group) => groupLines(group, style)),
      '',
    ]
  })
}

function groupChanges(replayed: readonly Replayed[]): readonly (readonly Replayed[])[] {
  const groups = new Map<string, Replayed[]>()
  for (const one of replayed) {
    const { record, was, now } = one
    const key = JSON.stringify([record.root, record.event, subjectOf(record), was, now])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function groupLines(group: readonly Replayed[], style: Style): readonly string[] {
  const [first, ...others] = group
  if (first === undefined) return []
  const ids = others.slice(0, MOST_IDS).map(({ record }) => shortId(record.id))
  const left = others.length - ids.length
  const same = others.length === 0 ? '' : style.dim(`  also ${ids.join(' ')}${left > 0 ? ` and ${left} more` : ''}`)
  return [`  ${headLine(first.record, style)}${same}`, ...pairLines(first, style, '    ')]
}

/** The reasons why records could not be used, with their number. A record of several hooks may have several reasons. */
export function unusedLines(unused: readonly Unused[]): readonly string[] {
  if (unused.length === 0) return []
  const byWhy = new Map<string, Map<string, LogRecord>>()
  for (const { record, unusable } of unused)
    byWhy.set(unusable, (byWhy.get(unusable) ?? new Map()).set(record.id, record))
  const reasons = [...byWhy].toSorted(([, a], [, b]) => b.size - a.size)
  const left = reasons.length - MOST_WHY
  return [
    `${counted(new Set(unused.map(({ record }) => record.id)).size, 'record')} could not be used:`,
    ...reasons.slice(0, MOST_WHY).map(([why, records]) => `  ${namesOf([...records.values()])}  ${oneLine(why)}`),
    ...(left > 0 ? [`  … and ${counted(left, 'more reason')}: --json lists them`] : []),
  ]
}

const namesOf = (records: readonly LogRecord[]): string =>
  records.length > MOST_IDS ? counted(records.length, 'record') : records.map(({ id }) => shortId(id)).join(' ')
