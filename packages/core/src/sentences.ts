/** The sentences people and models read (CONTRACT §7). */
import { commandLine } from './command-line.ts'
import type { Entry, Event, FailureCode } from './flow.ts'
import type { Refusal } from './protocol/row.ts'

const WORK_AROUND = 'Do not attempt to work around this restriction using alternative methods or commands.'

/** `hooks/guard.sh (project, .cursor/hooks.json:4)`: what a person needs to find the hook. */
export const nameOf = (entry: Entry): string => `${entry.label} (${placeOf(entry)})`

const placeOf = ({ origin }: Entry): string =>
  origin.file === undefined
    ? origin.source
    : `${origin.source}, ${origin.file}${origin.line === undefined ? '' : `:${origin.line}`}`

/** Why a failed hook refuses. What it printed to stderr is on the record and never here; a cure is for the person alone. */
export function failureSentence(
  entry: Entry,
  failure: { readonly code: FailureCode; readonly message: string },
  reader: 'user_message' | 'agent_message',
): string {
  if (failure.code !== 'config' && entry.broken === undefined)
    return `hook ${commandLine(entry) ?? entry.label} (${placeOf(entry)}) failed: ${failure.message}; this event fails closed`
  const cure = reader === 'user_message' ? entry.broken?.cure : undefined
  return `${failure.message}; this event fails closed${cure === undefined ? '' : `; ${cure}`}`
}

export interface Sentences {
  readonly user: string
  readonly agent: string
}

/** Both refusals. `said` is the hooks' own text for each reader; one reader's text serves the other where there is none. */
export function refusalSentences(
  refusal: Refusal,
  event: Event,
  said: { readonly user?: string; readonly agent?: string },
): Sentences {
  const forUser = said.user ?? said.agent
  const forAgent = said.agent ?? said.user
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
