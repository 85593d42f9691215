/** Short texts about a record: its host, its subject, the hook that decided, and the result. All are safe for a terminal. */

import { isAsked, type LogRecord, type LogRun } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows, isObject } from '@hookline/core/protocol'
import { shownPath } from '../paths.ts'
import { chooseErrorLine } from '../text/error-lines.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'

/** An engine without a name is named after the surface its events come from. */
export const hostOf = ({ host }: LogRecord): string => oneLine(host.name ?? host.surface)

/** The end of an id is its random part: enough to find it again. */
export const shortId = (id: string): string => `#${oneLine(id).slice(-4)}`

/** What a word is made of: a record, or the same of an event that was tried. */
export type Decided = Pick<LogRecord, 'event' | 'verdict' | 'failures'> & {
  readonly kind: string
  readonly because: { readonly rule: string }
  readonly originalInput?: unknown
}

/** `DENY`, `FAILED, SO ALLOWED`: "failed, so allowed" is never shown as "allowed". */
export function wordOf(record: Decided): string {
  const { verdict, kind, because, failures, originalInput } = record
  if (because.rule === 'nobody') return 'NO HOOK RAN'
  if (because.rule === 'paused') return 'PAUSED'
  if (because.rule === 'failed-open') return 'FAILED, SO ALLOWED'
  if (because.rule === 'failed-closed') return kind === 'proceed' ? 'FAILED, NOT ENFORCED' : 'FAILED, SO DENIED'
  if (because.rule === 'approved') return `${verdict === 'ask' ? 'ASK' : 'DENY'}, APPROVED`
  // A question that was refused has the verdict `deny`: the word still says that a hook asked.
  if (isAsked(record)) return `ASK${answerOf(record)}`
  if (verdict === 'deny') return kind === 'proceed' ? 'DENY, NOT ENFORCED' : 'DENY'
  if (kind === 'follow-up') return 'FOLLOW-UP'
  if (eventRows[record.event]?.gate.kind === 'none') return failures > 0 ? 'FAILED' : 'RAN'
  return `ALLOW${originalInput === undefined ? '' : ', REWRITTEN'}${failures > 0 ? ', A HOOK FAILED' : ''}`
}

function answerOf({ kind, because }: Decided): string {
  if (because.rule === 'nobody-to-ask') return ', NO ONE TO ASK'
  if (because.rule === 'asked') return kind === 'refuse' ? ', ANSWERED NO' : ', ANSWERED YES'
  return kind === 'proceed' ? ', NOT ENFORCED' : ''
}

export function painted(word: string, style: Style): string {
  if (/^(DENY|FAILED|FAILED, SO DENIED)$/.test(word)) return style.red(word)
  if (/FAILED|^ASK|NOT ENFORCED|APPROVED|PAUSED/.test(word)) return style.yellow(word)
  return /^(ALLOW|FOLLOW)/.test(word) ? style.green(word) : word
}

/** What the event is about: the command, the file, the tool and what it is called with. */
export function subjectOf(record: LogRecord, input: JsonObject = record.input): string {
  const { tool_name, tool_input } = input
  const inner = isObject(tool_input) ? (textOf(tool_input.command) ?? pathIn(tool_input.file_path, record)) : undefined
  if (typeof tool_name === 'string') return oneLine([tool_name, inner ?? ''].join(' '))
  const names = Object.keys(eventRows[record.event]?.input ?? {})
  const found = textOf(input.command) ?? pathIn(input.file_path, record) ?? findText(input, names)
  return oneLine(found ?? '')
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function pathIn(value: unknown, { root }: LogRecord): string | undefined {
  const path = textOf(value)
  return path === undefined || root === undefined ? path : shownPath(path, root)
}

function findText(input: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = input[name]
    if (typeof value === 'string' && value !== '') return value
    if (isPrivate(value)) return `(${name}, ${value.length} characters)`
  }
  return undefined
}

export const isPrivate = (value: unknown): value is { readonly length: number; readonly sha256: string } =>
  isObject(value) && value.private === true && typeof value.length === 'number'

/** The rule that answered, or the hooks that decided, failed or ran. */
export function whoOf(record: LogRecord): string {
  const { runs, because } = record
  const rule = ruleOf(record)
  if (rule !== undefined) return rule
  // The paused hooks did not run. Those that ran gave no opinion, so naming them would mislead.
  if (because.rule === 'paused') return ''
  const deciding = runs.filter(({ entry }) => because.entries.includes(entry.id))
  const failed = runs.filter(hasFailed)
  const chosen = deciding.length > 0 ? deciding : failed.length > 0 ? failed : runs
  return [...new Set(chosen.map(({ entry }) => nameOf(entry.label)))].join(', ')
}

/** The rule of a pack, if its message begins with it: more specific than the name of the hook. */
function ruleOf({ runs, because, reply }: LogRecord): string | undefined {
  const rule = /^([a-z][\w-]*\/[\w-]+): /.exec(findMessage({ reply }) ?? '')?.[1]
  const pack = `${rule?.split('/')[0]}/`
  const spoke = runs.some(({ entry }) => because.entries.includes(entry.id) && entry.label.startsWith(pack))
  return spoke ? rule : undefined
}

/** What functions report about what they did. */
export const notesIn = ({ runs }: LogRecord): readonly string[] =>
  runs.flatMap(({ note }) => (note === undefined ? [] : [oneLine(note)]))

/** The words of a command, with what quotes or backslashes keep together. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"|'[^']*'|\\ |[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ''))

const hasScriptEnding = (word: string): boolean =>
  /^[\p{L}\p{N}_.~$/\\{} -]*\.(?:[cm]?[jt]s|sh|py|rb|pl|ps1|cmd|bat)$/u.test(word)
const isPath = (word: string): boolean => /^[\p{L}\p{N}_.~$/\\{}-]*\/[\p{L}\p{N}_.-]+$/u.test(word)
/** The file at the end of a path with spaces. Text with a sign of the shell is no path. */
const endOfPath = (text: string): string | undefined =>
  /^(?:[./~]|[A-Za-z]:)[^"'`$;&|<>()]*[/\\]([^/\\\s]+\.\w+)$/.exec(text)?.[1]

/** `shell-guard/commands`: a hook of a pack, no path. */
const isOfPack = (label: string): boolean => /^[a-z][a-z\d-]*\/[a-z][a-z\d-]*$/.test(label)

/** The script of a command, without its interpreter and its folders; else the label as it is. */
export function nameOf(label: string): string {
  const text = oneLine(label)
  if (isOfPack(text)) return clip(text, 40)
  const words = wordsOf(text).slice(0, 3)
  const script = words.find(hasScriptEnding) ?? endOfPath(text) ?? words.find(isPath)
  return clip(script?.split(/[/\\]/).at(-1) ?? text, 40)
}

/** The hooks' own message for the model, or for the person, without the host's sentence around it. */
export function findMessage({ reply }: Pick<LogRecord, 'reply'>): string | undefined {
  const own = [reply.agent_message, reply.user_message].find((text) => typeof text === 'string')
  return typeof own === 'string' ? own : undefined
}

export const hasFailed = ({ outcome }: LogRun): boolean => outcome.kind === 'failed'

/** `exit 127 "jq: command not found"` */
export function failureOf(run: LogRun): string {
  const { outcome, exitCode, signal, stderr } = run
  const how =
    outcome.code === 'exit' && exitCode !== undefined
      ? `exit ${exitCode}`
      : outcome.code === 'signal'
        ? (signal ?? 'signal')
        : String(outcome.code)
  const message = reasonIn(stderr) ?? (how.startsWith('exit') ? undefined : outcome.message)
  return message === undefined ? how : `${oneLine(how)} "${clip(oneLine(message), 80)}"`
}

/** Without the shell's own `guard.sh: line 3:` in front. */
const reasonIn = (stderr: string): string | undefined => chooseErrorLine(stderr)?.replace(/^\S+: (?:line )?\d+: /, '')

export const ms = (duration: number): string =>
  duration >= 10_000 ? `${(duration / 1000).toFixed(1)} s` : `${Math.max(1, Math.round(duration))} ms`
