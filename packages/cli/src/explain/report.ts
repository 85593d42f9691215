/** Formats an explanation for people and as JSON. */

import { callsHookline, type LogRecord, type Run, type Verdict } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { counted, labelOf, locationOf, quoted, verifyText, whyText } from '../text/entry-text.ts'
import { becauseText } from '../text/outcome-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import type { ExplainedEvent, ExplainedHook } from './explain-event.ts'
import { parseCommand, parsedLines } from './parsed.ts'

export interface ReportOptions {
  readonly style: Style
  readonly cwd: string
  /** By entry id, why its matcher has matched no event so far. */
  readonly unmatched?: ReadonlyMap<string, string>
}

export function report(explained: ExplainedEvent, options: ReportOptions, last?: LogRecord): string {
  const { style } = options
  const left = explained.hooks.filter(({ state }) => state === 'runs')
  return [
    `${style.bold(explained.event)}  ${subjectOf(explained)}`.trimEnd(),
    `  ${verdictLabel(explained, style)}`,
    ...parsedPart(explained, style),
    '',
    // The entry with which an agent calls Hookline is not a hook of this event.
    ...explained.hooks.filter(({ entry }) => !callsHookline(entry)).flatMap((hook) => hookLines(hook, options)),
    ...decidedNow(explained).map((text) => `  ${style.dim('decided now ')}  ${text}`),
    `  ${style.dim('left to run ')}  ${leftText(left)}`,
    ...explained.rules.map((rule, at) => `  ${style.dim(at === 0 ? 'would decide' : '            ')}  ${rule}`),
    ...(last === undefined ? [] : [`  ${style.dim('last time   ')}  ${lastText(last)}`]),
    '',
  ].join('\n')
}

function parsedPart({ input }: ExplainedEvent, style: Style): readonly string[] {
  const found = parseCommand(input)
  return found === undefined
    ? []
    : parsedLines(found).map((line, at) => `  ${style.dim(at === 0 ? 'parsed' : '      ')}  ${line}`)
}

const lastText = ({ at, verdict, because, id }: LogRecord): string =>
  `${shortTime(new Date(at), new Date())}  ${because.rule === 'paused' ? 'PAUSED' : verdict.toUpperCase()}, ${becauseText(because)}  (${id})`

function verdictLabel({ verdict, hooks, edition, event }: ExplainedEvent, style: Style): string {
  if (verdict === 'deny') return `${style.red('DENY')} without running anything`
  if (verdict === 'ask') return `${style.yellow('ASK')} without running anything`
  if (verdict === undefined) return `${style.yellow('UNKNOWN')} until the hooks run`
  if (!edition.events.has(event)) return `${style.yellow('NO SUCH EVENT')} in edition ${edition.name}`
  const paused = findPaused(hooks)
  if (paused !== undefined) return `${style.yellow('PAUSED')}: ${paused}`
  if (hooks.some(({ state }) => state === 'judged')) return `${style.green('ALLOW')} without running anything`
  return `${style.green('ALLOW')}: ${hooks.length === 0 ? 'no hook is configured for this event' : 'no hook would run'}`
}

/** A pause is why an act goes on, unless a hook allows it. */
export function findPaused(hooks: readonly ExplainedHook[]): string | undefined {
  const paused = hooks.find(({ why }) => why === 'paused')
  const isAllowed = hooks.some(({ run }) => replyOf(run).verdict === 'allow')
  return paused === undefined || isAllowed ? undefined : oneLine(paused.detail ?? '')
}

function leftText(left: readonly ExplainedHook[]): string {
  const asks = left.filter(({ entry }) => entry.type === 'prompt').length
  const runs = left.length - asks
  const parts = [
    ...(runs === 0 ? [] : [counted(runs, 'process', 'processes')]),
    ...(asks === 0 ? [] : [counted(asks, 'question to a model', 'questions to a model')]),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

/** Closed gates, rules and packs decide without a process. */
function decidedNow({ hooks }: ExplainedEvent): readonly string[] {
  const denies = hooks.filter(({ state }) => state === 'denies').length
  const judged = hooks.filter(({ state }) => state === 'judged').length
  return [
    ...(denies === 0 ? [] : [`${counted(denies, 'closed gate')}: deny`]),
    ...(judged === 0 ? [] : [counted(judged, 'hook that needs no process', 'hooks that need no process')]),
  ]
}

function hookLines(hook: ExplainedHook, { style, cwd, unmatched }: ReportOptions): readonly string[] {
  const { entry, state } = hook
  const label = {
    runs: entry.unrunnable === undefined ? style.green('runs') : style.red('fail'),
    skipped: style.yellow('skip'),
    denies: style.red('deny'),
    judged: judgedLabel(hook, style),
  }[state]
  const never = unmatched?.get(entry.id)
  const line = (name: string, text: string) => `        ${style.dim(name.padEnd(8))}  ${text}`
  return [
    `  ${label}  ${labelOf(entry)}  ${style.dim(locationOf(entry, cwd))}`,
    ...(hook.why === undefined ? [] : [line('why not', whyText({ why: hook.why, detail: hook.detail ?? '' }))]),
    ...(entry.broken === undefined ? [] : [line('why', oneLine(entry.broken.message))]),
    ...(entry.unrunnable === undefined ? [] : [line('why', `it cannot run: ${oneLine(entry.unrunnable.message)}`)]),
    ...replyLines(hook).map((text) => line('reply', text)),
    ...matcherLine(hook).map((text) => line('matcher', text)),
    ...(never === undefined ? [] : [line('so far', oneLine(never))]),
    ...(state === 'runs' ? [line('fails', failsText(hook)), line('timeout', `${entry.timeoutMs / 1000} s`)] : []),
    ...(state === 'runs' && entry.checkedFiles !== undefined
      ? [line('runs', 'from a checked copy of its script')]
      : []),
    ...(hook.afterBudget === undefined ? [] : [line('budget', budgetText(hook))]),
    ...(entry.order === undefined
      ? []
      : [line('order', `${entry.order}, on the input as the hooks before it left it`)]),
    ...(state === 'runs' && entry.async === true
      ? [line('runs', 'in the background: nothing waits for it, and its answer is not used')]
      : []),
    ...(entry.verify === undefined ? [] : [line('model', verifyText(entry.verify))]),
    ...(entry.sandbox === undefined || entry.sandbox === 'none' ? [] : [line('sandbox', entry.sandbox)]),
    ...(entry.monitor ? [line('mode', 'monitor: recorded, not enforced')] : []),
    ...(hook.untrusted !== undefined && state !== 'skipped' ? [line('trust', 'not trusted yet')] : []),
    '',
  ]
}

/** Four letters wide like the other labels: its verdict, or `pass` if it had no opinion. */
function judgedLabel({ run }: ExplainedHook, style: Style): string {
  const verdict = replyOf(run).verdict ?? 'pass'
  return verdict === 'deny' ? style.red('deny') : verdict === 'ask' ? style.yellow('ask ') : style.green('pass')
}

function replyLines({ run, remarks = [] }: ExplainedHook): readonly string[] {
  if (run === undefined) return []
  const { message, verdict } = replyOf(run)
  const messages = message === undefined ? remarks : [message]
  const none = verdict === undefined ? 'no match' : `${verdict}, without a message`
  return (messages.length === 0 ? [none] : messages).map((text) => clip(oneLine(text), 200))
}

export interface HookReply {
  readonly verdict?: Verdict
  readonly message?: string
}
export function replyOf(run: Run | undefined): HookReply {
  const outcome = run?.outcome
  if (outcome === undefined || outcome.kind === 'silent') return {}
  const { verdict } = outcome
  const replied = outcome.reply?.agent_message ?? outcome.reply?.user_message
  const message = outcome.kind === 'failed' ? `failed: ${outcome.message}` : (replied ?? rewriteText(outcome.reply))
  return { ...(verdict === undefined ? {} : { verdict }), ...(message === undefined ? {} : { message }) }
}

const rewriteText = (reply: object): string | undefined => {
  const fields = Object.keys(reply).filter((field) => field.startsWith('updated_'))
  return fields.length === 0 ? undefined : `rewrites: ${fields.join(', ')}`
}

function matcherLine({ entry, tested, why }: ExplainedHook): readonly string[] {
  // For a matcher that does not match, the line `why not` shows what it was tested against.
  if (entry.matcher === undefined || tested === undefined || why === 'matcher') return []
  const matcher = oneLine(JSON.stringify(entry.matcher))
  if (tested === null) return [`${matcher} is ignored: this event has nothing to test it against`]
  const subjects = tested.map((text) => clip(oneLine(JSON.stringify(text)), 80)).join(', ')
  const result = why === undefined ? 'it matches' : 'not tested'
  return [`${matcher} against ${subjects === '' ? 'nothing' : subjects}: ${result}`]
}

const budgetText = ({ entry, afterBudget }: ExplainedHook): string =>
  `${entry.budgetMs} ms for the whole event; ${afterBudget === 'refuses' ? 'denies' : 'goes on'} if it has not answered by then`

const failsText = ({ onFailure, entry }: ExplainedHook): string =>
  onFailure === 'refuses'
    ? `closed: denies if it fails${entry.failClosed === true ? ' (failClosed)' : ''}`
    : `open: allows if it fails${entry.failClosed === false ? ' (failClosed: false)' : ''}`

function subjectOf({ input }: ExplainedEvent): string {
  const inner = typeof input.tool_input === 'object' && input.tool_input !== null ? input.tool_input : {}
  const fields: JsonObject = { ...inner, ...input }
  const found = ['command', 'file_path', 'prompt', 'tool_name'].map((name) => fields[name])
  const text = found.find((value) => typeof value === 'string')
  return typeof text === 'string' ? clip(oneLine(text), 80) : ''
}

/** The trust command, if some hooks wait only for that. */
export const nextSteps = (roots: readonly string[]): string =>
  roots.map((root) => `To see what these hooks do and decide: hookline trust add ${quoted(oneLine(root))}\n`).join('')

const parsedField = (input: ExplainedEvent['input']) => {
  const found = parseCommand(input)
  return found === undefined ? undefined : { parsed: found }
}

export const asJson = (
  { event, edition, gate, hooks, verdict, rules, input }: ExplainedEvent,
  last?: LogRecord,
  unmatched?: ReadonlyMap<string, string>,
): object => ({
  event,
  edition: edition.name,
  gate: gate.kind,
  input,
  hooks: hooks.map(({ entry, state, why, detail, tested, onFailure, afterBudget, untrusted }) => ({
    id: entry.id,
    label: entry.label,
    origin: entry.origin,
    trust: untrusted ?? entry.trust,
    state,
    ...(why === undefined ? {} : { why, detail }),
    ...(entry.broken === undefined ? {} : { detail: entry.broken.message }),
    ...(entry.matcher === undefined ? {} : { matcher: entry.matcher, tested }),
    ...(unmatched?.has(entry.id) ? { unmatched: unmatched.get(entry.id) } : {}),
    onFailure,
    timeoutMs: entry.timeoutMs,
    ...(afterBudget === undefined ? {} : { budgetMs: entry.budgetMs, afterBudget }),
    monitor: entry.monitor,
    ...(entry.checkedFiles === undefined ? {} : { checkedCopy: true }),
    ...(entry.sandbox === undefined ? {} : { sandbox: entry.sandbox }),
    ...(entry.unrunnable === undefined ? {} : { unrunnable: entry.unrunnable }),
  })),
  ...(parsedField(input) ?? {}),
  answered: hooks.flatMap(({ entry, state, run, remarks }): readonly object[] => {
    if (state === 'denies') return [{ id: entry.id, verdict: 'deny' }]
    if (state !== 'judged') return []
    return [{ id: entry.id, ...replyOf(run), ...(remarks?.length ? { remarks } : {}) }]
  }),
  left: hooks.filter(({ state }) => state === 'runs').map(({ entry }) => entry.id),
  ...(verdict === undefined ? {} : { verdict }),
  rules,
  ...(last === undefined ? {} : { last: { id: last.id, at: last.at, verdict: last.verdict, because: last.because } }),
})
