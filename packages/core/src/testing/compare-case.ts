/** Compares what came out of the engine with what a case wants. Says each difference in one line. */

import type { Effect, Entry, Problem } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { isSameJson } from '../steps/shared/merge.ts'
import type { Case } from './case.ts'

export interface CaseResult {
  readonly effect: Effect
  /** The effect in the record of the background hooks. */
  readonly background?: Effect
  readonly problems: readonly Problem[]
  /** Which hook of the case an entry is. */
  indexOf(entry: Entry): number
  /** What hooks read on stdin although the case says otherwise. */
  readonly misread: readonly string[]
  /** The answer to the agent, for cases with one. */
  readonly answer?: { readonly stdout: JsonObject; readonly exitCode: number }
}

export function differences(one: Case, result: CaseResult): readonly string[] {
  const { want } = one
  const { effect } = result
  const found: string[] = [...result.misread]
  const expect = (what: string, wanted: unknown, got: unknown) => {
    if (wanted !== undefined && !isSameJson(wanted, got ?? null))
      found.push(`${what}: want ${show(wanted)}, got ${show(got)}`)
  }
  expect('verdict', want.verdict, effect.verdict)
  expect('kind', want.kind, effect.kind)
  expect('rule', want.rule, effect.because.rule)
  expect('failure', want.failure, effect.because.failure)
  expect('entries', want.entries, effect.because.entries.map(result.indexOf))
  expect('outcomes', want.outcomes, outcomesOf(effect))
  const { background } = result
  expect('background', want.background, background === undefined ? [] : outcomesOf(background))
  const backgroundNotes = (background?.runs ?? []).flatMap((run) => run.notes)
  for (const note of want.backgroundNotes ?? [])
    if (!backgroundNotes.includes(note)) found.push(`backgroundNotes: want ${note} among ${show(backgroundNotes)}`)
  expect('skipped', want.skipped, skippedOf(effect, result))
  for (const name of [
    'userMessage',
    'agentMessage',
    'context',
    'followUp',
    'env',
    'output',
    'pluginPaths',
    'reply',
    'unenforced',
  ] as const)
    expect(name, want[name], effect[name])
  expect('code', want.code, effect.approval !== undefined)
  expect('answer', want.answer, result.answer?.stdout)
  expect('exitCode', want.exitCode, result.answer?.exitCode)
  if (want.input !== undefined) found.push(...partDifferences('input', want.input, effect.input))
  const notes = new Set([...effect.notes, ...effect.runs.flatMap((run) => run.notes)])
  for (const note of want.notes ?? []) if (!notes.has(note)) found.push(`notes: want ${note} among ${show([...notes])}`)
  if (want.problems !== undefined)
    expect('problems', [...want.problems].sort(), result.problems.map((problem) => problem.code).sort())
  return found
}

/** Every field of `part` as it stands in `whole`; null means absent. */
export function partDifferences(what: string, part: JsonObject, whole: unknown): readonly string[] {
  const have = isObject(whole) ? whole : {}
  return Object.entries(part).flatMap(([key, value]) =>
    value === null
      ? have[key] == null
        ? []
        : [`${what}.${key}: want it absent, got ${show(have[key])}`]
      : isSameJson(value, have[key])
        ? []
        : [`${what}.${key}: want ${show(value)}, got ${show(have[key])}`],
  )
}

const outcomesOf = (effect: Effect) =>
  effect.runs.map(({ outcome }) => (outcome.kind === 'failed' ? `failed:${outcome.code}` : outcome.kind))

const skippedOf = (effect: Effect, result: CaseResult) =>
  effect.plan.skipped.map((skip) => [result.indexOf(skip.entry), skip.why] as const).sort(([a], [b]) => a - b)

const show = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}
