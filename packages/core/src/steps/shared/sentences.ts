/** The sentences that people and models read (CONTRACT §7). */
import { commandLine } from '../../command-line.ts'
import type { Entry, Event, FailureCode } from '../../flow.ts'
import type { Refusal } from '../../protocol/row.ts'

const WORK_AROUND = 'Do not attempt to work around this restriction using alternative methods or commands.'

/** `hooks/guard.sh (project, .cursor/hooks.json:4)`: what a person needs to find the hook. */
export const nameOf = (entry: Entry): string => `${entry.label} (${locationOf(entry)})`

/** The name of a hook for the model: never its command or its file. */
export const agentName = (entry: Entry | undefined): string =>
  entry !== undefined && /^[\w-]+(\/[\w-]+)?$/.test(entry.label) ? entry.label : 'a hook'

const locationOf = ({ origin, onlyRestricts }: Entry): string =>
  origin.file === undefined
    ? origin.source
    : `${origin.source}${onlyRestricts === true ? ', not trusted' : ''}, ${origin.file}${origin.line === undefined ? '' : `:${origin.line}`}`

/** What the model may know about a failure: not the hook, not its file, and not how to open the gate. */
const failures: Readonly<Record<FailureCode, string>> = {
  exit: 'it ended with an error',
  signal: 'it was ended by a signal',
  spawn: 'it could not be started',
  timeout: 'it gave no answer in time',
  deadline: 'it gave no answer in time',
  'output-limit': 'it printed too much',
  'bad-json': 'its answer could not be read',
  encoding: 'its answer could not be read',
  'bad-reply': 'its answer could not be read',
  placeholder: 'it could not be given the event',
  config: 'it cannot be used',
  endpoint: 'its model or server could not be asked',
  'no-runner': 'it cannot be run here',
  'payload-as-code': 'it cannot be run safely',
  integrity: 'it is not as it was approved',
  sandbox: 'it cannot be run safely',
  unverified: 'it came to no verdict',
}

/** Why a failed hook refuses. Names and the fix are for the person alone, and stderr stays in the record. */
export function failureSentence(
  entry: Entry,
  failure: { readonly code: FailureCode; readonly message: string },
  reader: 'user_message' | 'agent_message',
): string {
  if (reader === 'agent_message')
    return `${entry.broken?.agentMessage ?? `a hook failed: ${failures[failure.code]}`}; this event fails closed`
  if (failure.code !== 'config' && entry.broken === undefined)
    return `hook ${commandLine(entry) ?? entry.label} (${locationOf(entry)}) failed: ${open(failure.message)}; this event fails closed`
  const fix = entry.broken?.fix
  return `${open(failure.message)}; this event fails closed${fix === undefined ? '' : `; ${fix}`}`
}

/** A message without its full stop, because the sentence goes on. */
const open = (message: string): string => message.replace(/\.$/, '')

export interface Sentences {
  readonly user: string
  readonly agent: string
}

/** The refusal for both readers. If hooks have a text for only one of them, both get it. */
export function refusalSentences(
  refusal: Refusal,
  event: Event,
  messages: { readonly user?: string; readonly agent?: string },
): Sentences {
  const forUser = messages.user ?? messages.agent
  const forAgent = messages.agent ?? messages.user
  if (refusal.code === 'FileReadBlockedByHook') {
    const sentence = `${refusal.model}: ${String(event.input.file_path)}. ${WORK_AROUND}`
    return { user: forUser ?? sentence, agent: sentence }
  }
  return {
    user: withMessage(refusal.person, forUser),
    agent: `${withMessage(refusal.model, forAgent?.replace(/\.\s*$/, ''))}. ${WORK_AROUND}`,
  }
}

const withMessage = (sentence: string, message: string | undefined) =>
  message === undefined || message === '' ? sentence : `${sentence}: ${message}`
