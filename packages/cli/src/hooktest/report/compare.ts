/** Compares what a case wants with what happened, and describes each difference in one line. */
import { isDeepStrictEqual } from 'node:util'
import { eventRows } from '@hookline/core/protocol'
import type { EntryFacts, Execution, FileWant, TestCase, Want } from '../read/types.ts'

/** The word in front of a case: its verdict, or for an event that only observes, whether hooks ran. */
export function resultWord(event: TestCase['event'], execution: Execution): string {
  if (execution.followUp !== undefined) return 'follow-up'
  if (eventRows[event].gate.kind !== 'none') return execution.verdict
  return execution.runs.length === 0 ? 'quiet' : 'ran'
}

export function findDifferences(want: Want, got: Execution): readonly string[] {
  const { reply } = got
  return [
    ...compareValues('', want.verdict, got.verdict),
    ...compareValues('kind', want.kind, got.kind),
    ...compareValues('rule', want.rule, got.rule),
    ...compareText('user_message', want.user_message, reply.user_message),
    ...compareText('agent_message', want.agent_message, reply.agent_message),
    ...compareText('updated_content', want.updated_content, reply.updated_content),
    ...compareText('context', want.context, got.context),
    ...compareText('follow_up', want.follow_up, got.followUp),
    ...compareValues('updated_input', want.updated_input, reply.updated_input ?? null),
    ...Object.entries(want.env ?? {}).flatMap(([name, text]) => compareText(`env ${name}`, text, got.env?.[name])),
    ...Object.entries(want.files ?? {}).flatMap(([path, text]) => compareText(path, text, got.files[path])),
    ...(want.ran === undefined ? [] : compareRan(want.ran, got)),
    ...Object.entries(want.skipped ?? {}).flatMap(([name, why]) => compareSkipped(name, why, got)),
    ...compareFailed(want.failed, got),
  ]
}

function compareValues(what: string, wanted: unknown, got: unknown): readonly string[] {
  if (wanted === undefined || isDeepStrictEqual(wanted, got)) return []
  return [`${what === '' ? '' : `${what}: `}expected ${formatValue(wanted)}, got ${formatValue(got)}`]
}

function compareText(what: string, wanted: FileWant | undefined, got: unknown): readonly string[] {
  if (wanted === undefined) return []
  if (wanted === null) return got == null ? [] : [`${what}: expected none, got ${formatValue(got)}`]
  if (typeof wanted === 'string') return compareValues(what, wanted, got ?? null)
  const text = typeof got === 'string' ? got : ''
  if ('contains' in wanted)
    return text.includes(wanted.contains)
      ? []
      : [`${what}: expected ${formatValue(wanted.contains)} in ${formatValue(got ?? null)}`]
  return new RegExp(wanted.matches, 'u').test(text)
    ? []
    : [`${what}: expected /${wanted.matches}/ to match ${formatValue(got ?? null)}`]
}

/** An entry can be named by its name, its id, its label, its command, or the last part of its command. */
export const hasName = (entry: EntryFacts, name: string): boolean =>
  [entry.name, entry.id, entry.label, entry.command, entry.command?.split('/').at(-1)].includes(name)

export const shownName = (entry: Pick<EntryFacts, 'name' | 'label'>): string =>
  entry.name ?? (/^\S+$/.test(entry.label) ? (entry.label.split('/').at(-1) ?? entry.label) : entry.label)

function compareRan(wanted: readonly string[], { runs }: Execution): readonly string[] {
  const entries = [...new Map(runs.map(({ entry }) => [entry.id, entry])).values()]
  const same = wanted.length === entries.length && entries.every((entry, at) => hasName(entry, wanted[at] ?? ''))
  return same ? [] : [`ran: expected ${formatValue(wanted)}, got ${formatValue(entries.map(shownName))}`]
}

function compareSkipped(name: string, why: string, { skipped, runs }: Execution): readonly string[] {
  const found = skipped.find(({ entry }) => hasName(entry, name))
  if (found !== undefined)
    return found.why === why ? [] : [`skipped ${name}: expected ${why}, got ${found.why} (${found.detail})`]
  const ran = runs.some(({ entry }) => hasName(entry, name))
  return [`skipped ${name}: expected ${why}, ${ran ? 'but it ran' : 'but this event has no such hook'}`]
}

/** A case fails if a hook fails, even if the verdict is as wanted, unless the case has `failed`. */
function compareFailed(wanted: Want['failed'], { runs }: Execution): readonly string[] {
  const failures = runs.flatMap(({ entry, failure }) => (failure === undefined ? [] : [{ entry, ...failure }]))
  const [first] = failures
  if (wanted === undefined || wanted === false)
    return first === undefined ? [] : [`${shownName(first.entry)} failed (${first.code}): ${first.message}`]
  if (first === undefined) return [`expected a hook to fail${wanted === true ? '' : ` (${wanted})`}, but none failed`]
  return wanted === true || failures.some(({ code }) => code === wanted)
    ? []
    : [`failed: expected ${wanted}, got ${first.code}`]
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  const text = typeof value === 'string' && /^[\w-]+$/.test(value) ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
