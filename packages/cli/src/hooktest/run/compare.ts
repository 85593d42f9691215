/** What a case wants beside what happened: each difference in one line. */

import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import type { EntryFacts, Execution, FileWant, TestCase, Want } from '../read/types.ts'

/** The word that stands before a case: its verdict, or for an event that only observes what it came to. */
export function wordOf(event: TestCase['event'], execution: Execution): string {
  if (execution.followUp !== undefined) return 'follow-up'
  if (eventRows[event].gate.kind !== 'none') return execution.verdict
  return execution.runs.length === 0 ? 'quiet' : 'ran'
}

export function differences(want: Want, got: Execution): readonly string[] {
  const said = got.reply as JsonObject
  const texts = {
    user_message: said.user_message,
    agent_message: said.agent_message,
    updated_content: said.updated_content,
    context: got.context,
    follow_up: got.followUp,
  }
  return [
    ...equal('', want.verdict, got.verdict),
    ...equal('kind', want.kind, got.kind),
    ...equal('rule', want.rule, got.rule),
    ...Object.entries(texts).flatMap(([name, text]) => textDifference(name, want[name as keyof typeof texts], text)),
    ...equal('updated_input', want.updated_input, said.updated_input ?? null),
    ...Object.entries(want.env ?? {}).flatMap(([name, text]) => textDifference(`env ${name}`, text, got.env?.[name])),
    ...Object.entries(want.files ?? {}).flatMap(([path, text]) => textDifference(path, text, got.files[path])),
    ...(want.ran === undefined ? [] : ranDifference(want.ran, got)),
    ...Object.entries(want.skipped ?? {}).flatMap(([name, why]) => skippedDifference(name, why, got)),
    ...failedDifference(want.failed, got),
  ]
}

function equal(what: string, wanted: unknown, got: unknown): readonly string[] {
  if (wanted === undefined || isDeepStrictEqual(wanted, got)) return []
  return [`${what === '' ? '' : `${what}: `}expected ${show(wanted)}, got ${show(got)}`]
}

function textDifference(what: string, wanted: FileWant | undefined, got: unknown): readonly string[] {
  if (wanted === undefined) return []
  if (wanted === null) return got == null ? [] : [`${what}: expected none, got ${show(got)}`]
  if (typeof wanted === 'string') return equal(what, wanted, got ?? null)
  const text = typeof got === 'string' ? got : ''
  if ('contains' in wanted)
    return text.includes(wanted.contains) ? [] : [`${what}: expected ${show(wanted.contains)} in ${show(got ?? null)}`]
  return new RegExp(wanted.matches, 'u').test(text)
    ? []
    : [`${what}: expected /${wanted.matches}/ to match ${show(got ?? null)}`]
}

/** An entry goes by its name, its id, its label, or the last part of what it runs. */
export const isCalled = (entry: EntryFacts, name: string): boolean =>
  [entry.name, entry.id, entry.label, entry.command, entry.command?.split('/').at(-1)].includes(name)

export const shownName = (entry: Pick<EntryFacts, 'name' | 'label'>): string =>
  entry.name ?? (/^\S+$/.test(entry.label) ? (entry.label.split('/').at(-1) ?? entry.label) : entry.label)

function ranDifference(wanted: readonly string[], { runs }: Execution): readonly string[] {
  const entries = [...new Map(runs.map(({ entry }) => [entry.id, entry])).values()]
  const same = wanted.length === entries.length && entries.every((entry, at) => isCalled(entry, wanted[at] ?? ''))
  return same ? [] : [`ran: expected ${show(wanted)}, got ${show(entries.map(shownName))}`]
}

function skippedDifference(name: string, why: string, { skipped, runs }: Execution): readonly string[] {
  const found = skipped.find(({ entry }) => isCalled(entry, name))
  if (found !== undefined)
    return found.why === why ? [] : [`skipped ${name}: expected ${why}, got ${found.why} (${found.detail})`]
  const ran = runs.some(({ entry }) => isCalled(entry, name))
  return [`skipped ${name}: expected ${why}, ${ran ? 'but it ran' : 'but there is no such hook for this event'}`]
}

/** A hook that crashes and is let through is no pass, whatever the verdict: it must be said that it may. */
function failedDifference(wanted: Want['failed'], { runs }: Execution): readonly string[] {
  const failures = runs.flatMap(({ entry, failure }) => (failure === undefined ? [] : [{ entry, ...failure }]))
  const [first] = failures
  if (wanted === undefined || wanted === false)
    return first === undefined ? [] : [`${shownName(first.entry)} failed (${first.code}): ${first.message}`]
  if (first === undefined) return [`expected a hook to fail${wanted === true ? '' : ` (${wanted})`}, and none did`]
  return wanted === true || failures.some(({ code }) => code === wanted)
    ? []
    : [`failed: expected ${wanted}, got ${first.code}`]
}

function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  const text = typeof value === 'string' && /^[\w-]+$/.test(value) ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
