/** Reports an event's way through the pipeline: plan, runs, decision and effect. */

import { editions } from '@hookline/core'
import { callsHookline, type Effect, type Entry, type Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { labelOf, locationOf, quoted, untrustedRoots, whyText, widest } from '../text/entry-text.ts'
import { becauseText, outcomeText } from '../text/outcome-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import { runDetails } from '../text/printed.ts'
import type { Style } from '../text/style.ts'
import { decisionLabel, effectLines } from './decision.ts'

const limits = { lines: 5, characters: 200 }

export function report(effect: Effect, { style, cwd }: { readonly style: Style; readonly cwd: string }): string {
  const heading = (text: string) => style.bold(text)
  return [
    `${heading(effect.event)}  ${style.dim(subjectOf(effect))}`,
    '',
    heading('Plan'),
    ...planLines(effect, style, cwd),
    '',
    ...(effect.runs.length === 0
      ? []
      : [heading('Runs'), ...effect.runs.flatMap((run) => runLines(run, effect.runs, style)), '']),
    `${heading('Decision')}  ${decisionLabel(effect, style)}`,
    `  ${becauseText(effect.because)}`,
    '',
    ...effectLines(effect, style),
    '',
  ].join('\n')
}

/** The field that a matcher would test, or the first text of the input. */
function subjectOf({ event, input }: Effect): string {
  const fields = input as JsonObject // Every input is a JSON object.
  const names = Object.keys(eventRows[event].input)
  const shown = ['command', 'file_path', 'prompt', 'tool_name', ...names].map((name) => fields[name])
  const text = shown.find((value) => typeof value === 'string')
  return typeof text === 'string' ? clip(oneLine(text), 80) : ''
}

function planLines({ plan }: Effect, style: Style, cwd: string): readonly string[] {
  if (!editions[plan.edition].events.has(plan.event)) return [`  edition ${plan.edition} does not have this event`]
  // The entry with which an agent calls Hookline is not a hook of this event.
  const skipped = plan.skipped.filter(({ entry }) => !callsHookline(entry))
  const background = plan.background ?? []
  const all = [...plan.entries, ...background, ...skipped.map(({ entry }) => entry)]
  if (all.length === 0) return ['  no hook is configured for this event']
  const width = widest(all.map(labelOf))
  const row = (state: string, entry: Entry) =>
    `  ${state}  ${labelOf(entry).padEnd(width)}  ${style.dim(locationOf(entry, cwd))}`
  const runs = plan.entries.flatMap((entry) =>
    entry.broken === undefined
      ? [row(style.green('runs'), entry)]
      : [row(style.red('deny'), entry), `        ${oneLine(entry.broken.message)}`],
  )
  const inBackground = background.flatMap((entry) => [
    row(style.green('runs'), entry),
    '        in the background: nothing waits for it, and its answer is not used',
  ])
  const skips = skipped.flatMap(({ entry, why, detail }) => [
    row(style.yellow('skip'), entry),
    `        ${whyText({ why, detail })}`,
  ])
  return [...runs, ...inBackground, ...skips, ...trustLines(all)]
}

/** The trust command, if some hooks wait only for that. */
function trustLines(entries: readonly Entry[]): readonly string[] {
  return untrustedRoots(entries).flatMap((root) => {
    const changed = entries.some((entry) => entry.trust === 'changed' && entry.origin.root === root)
    const [state, subject] = changed
      ? [`changed since you trusted them, so they did not run${gateNote(entries, root)}`, 'what changed']
      : ['run only after you trust them', 'what they do']
    return [
      '',
      `  The hooks of ${oneLine(root)} ${state}. To see ${subject} and decide:`,
      `    hookline trust add ${quoted(oneLine(root))}`,
    ]
  })
}

/** Whether the trusted hooks guarded this event. A hook that was added later does not close a gate. */
function gateNote(entries: readonly Entry[], root: string): string {
  if (entries.some(({ broken, trust, origin }) => broken !== undefined && trust === 'changed' && origin.root === root))
    return ', and the gate they guarded denies'
  const guards = entries.some(({ event }) => eventRows[event].guardsAct)
  return guards ? '. The hooks you trusted did not guard this event, so it is not denied' : ''
}

/** The label of the hook with this id, which is one of the runs before. */
function authorOf(id: string, runs: readonly Run[]): string {
  const author = runs.find(({ entry }) => entry.id === id)
  return author === undefined ? oneLine(id) : labelOf(author.entry)
}

function runLines(run: Run, runs: readonly Run[], style: Style): readonly string[] {
  const facts = [
    endOf(run),
    `${run.durationMs < 10 ? run.durationMs.toFixed(1) : Math.round(run.durationMs)} ms`,
    outcomeOf(run, style),
    ...(run.look === 2
      ? ['second pass, on the rewritten input']
      : run.rewrittenBy === undefined
        ? []
        : [`on the input as ${authorOf(run.rewrittenBy, runs)} rewrote it`]),
  ]
  const { outcome } = run
  return [
    `  ${labelOf(run.entry)}  ${facts.filter((fact) => fact !== '').join(' · ')}`,
    ...(outcome.kind === 'failed' ? [`    ${style.dim('why   ')}  ${oneLine(outcome.message)}`] : []),
    ...runDetails(run, style, limits),
  ]
}

function endOf(run: Run): string {
  // A model has no exit code; the one in the run stands for its answer.
  if (run.exitCode !== undefined && run.entry.type !== 'prompt') return `exit ${run.exitCode}`
  return run.signal === undefined ? '' : run.signal
}

function outcomeOf({ outcome }: Run, style: Style): string {
  if (outcome.kind === 'failed') {
    const then = outcome.verdict === 'deny' ? 'so denied' : outcome.verdict === 'ask' ? 'so asked' : 'so allowed'
    const by = outcome.read === true ? 'as it printed' : `fails ${outcome.policy}`
    return `${style.red(`FAILED (${outcome.code})`)}, ${then} (${by})`
  }
  return outcomeText(outcome)
}
