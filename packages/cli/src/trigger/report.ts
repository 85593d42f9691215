/** One event's way through the pipeline, as a person reads it: plan, runs, decision, effect. */

import { editions } from '@hookline/core'
import type { Effect, Entry, Run } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { labelOf, placeOf, quoted, untrustedRoots, whyText, widest } from '../entry-text.ts'
import { clip, oneLine } from '../plain.ts'
import { printedRun } from '../printed.ts'
import type { Style } from '../style.ts'
import { decisionWord, effectLines } from './decision.ts'

const limits = { lines: 5, characters: 200 }

export function report(effect: Effect, { style, cwd }: { readonly style: Style; readonly cwd: string }): string {
  const heading = (text: string) => style.bold(text)
  return [
    `${heading(effect.event)}  ${style.dim(subjectOf(effect))}`,
    '',
    heading('Plan'),
    ...planLines(effect, style, cwd),
    '',
    ...(effect.runs.length === 0 ? [] : [heading('Runs'), ...effect.runs.flatMap((run) => runLines(run, style)), '']),
    `${heading('Decision')}  ${decisionWord(effect, style)}`,
    `  ${oneLine(effect.because.message)}`,
    '',
    ...effectLines(effect, style),
    '',
  ].join('\n')
}

/** What a matcher would look at, else the first text of the input. */
function subjectOf({ event, input }: Effect): string {
  const fields = input as JsonObject
  const names = Object.keys(eventRows[event].input)
  const shown = ['command', 'file_path', 'prompt', 'tool_name', ...names].map((name) => fields[name])
  const text = shown.find((value) => typeof value === 'string')
  return typeof text === 'string' ? clip(oneLine(text), 80) : ''
}

function planLines({ plan }: Effect, style: Style, cwd: string): readonly string[] {
  if (!editions[plan.edition].events.has(plan.event)) return [`  edition ${plan.edition} never fires this event`]
  const all = [...plan.entries, ...plan.skipped.map(({ entry }) => entry)]
  if (all.length === 0) return ['  no hook is configured for this event']
  const width = widest(all.map(labelOf))
  const row = (word: string, entry: Entry) =>
    `  ${word}  ${labelOf(entry).padEnd(width)}  ${style.dim(placeOf(entry, cwd))}`
  const runs = plan.entries.flatMap((entry) =>
    entry.broken === undefined
      ? [row(style.green('runs'), entry)]
      : [row(style.red('deny'), entry), `        ${oneLine(entry.broken.message)}`],
  )
  const skips = plan.skipped.flatMap(({ entry, why, detail }) => [
    row(style.yellow('skip'), entry),
    `        ${whyText({ why, detail })}`,
  ])
  return [...runs, ...skips, ...trustLines(all)]
}

/** The next command, where nothing but a person's word is missing. */
function trustLines(entries: readonly Entry[]): readonly string[] {
  return untrustedRoots(entries).flatMap((root) => {
    const changed = entries.some((entry) => entry.trust === 'changed' && entry.origin.root === root)
    const [what, see] = changed
      ? [`changed since you trusted them, so they did not run${gateOf(entries, root)}`, 'what changed']
      : ['run only when you trust them', 'what they do']
    return [
      '',
      `  The hooks of ${oneLine(root)} ${what}. To see ${see}, and decide:`,
      `    hookline trust add ${quoted(oneLine(root))}`,
    ]
  })
}

/** Whether what was trusted held this gate: a hook that came later holds nothing yet. */
function gateOf(entries: readonly Entry[], root: string): string {
  if (entries.some(({ broken, trust, origin }) => broken !== undefined && trust === 'changed' && origin.root === root))
    return ', and the gate that they held refuses'
  const guards = entries.some(({ event }) => eventRows[event].guardsAct)
  return guards ? '; what you trusted held no hook here, so nothing refuses' : ''
}

function runLines(run: Run, style: Style): readonly string[] {
  const facts = [
    endOf(run),
    `${run.durationMs < 10 ? run.durationMs.toFixed(1) : Math.round(run.durationMs)} ms`,
    outcomeOf(run, style),
    ...(run.look === 2 ? ['second look, at the rewritten input'] : []),
  ]
  const { outcome } = run
  return [
    `  ${labelOf(run.entry)}  ${facts.filter((fact) => fact !== '').join(' · ')}`,
    ...(outcome.kind === 'failed' ? [`    ${style.dim('why   ')}  ${oneLine(outcome.message)}`] : []),
    ...printedRun(run, style, limits),
  ]
}

function endOf(run: Run): string {
  // A model has no exit code, whatever stands for its answer.
  if (run.exitCode !== undefined && run.entry.type !== 'prompt') return `exit ${run.exitCode}`
  return run.signal === undefined ? '' : run.signal
}

function outcomeOf({ outcome }: Run, style: Style): string {
  if (outcome.kind === 'failed') {
    const then = outcome.verdict === 'deny' ? 'refuses' : outcome.verdict === 'ask' ? 'asks' : 'goes on'
    const by = outcome.read === true ? 'what it printed' : `fails ${outcome.policy}`
    return `${style.red(`FAILED (${outcome.code})`)}, ${then}: ${by}`
  }
  const verdict = outcome.kind === 'silent' ? undefined : outcome.verdict
  return verdict === undefined ? outcome.kind : `${outcome.kind} ${verdict}`
}
