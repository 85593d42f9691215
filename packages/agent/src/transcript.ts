/** The transcript: one JSON object a line, readable by the person alone. Its path is in every event. */
import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logDirectory } from '@hookline/core/node'

export interface Transcript {
  readonly path: string
  write(line: Line): void
}
export interface Line {
  readonly role: 'user' | 'assistant' | 'tool' | 'summary'
  readonly content: unknown
  /** Not the person's message: a `stop` hook asked to go on. */
  readonly isAutoFollowupFromStopHook?: true
  readonly loopCount?: number
  /** A hook withheld the text from the person. */
  readonly withheld?: true
}

/** Beside the log, under the conversation's id. May throw what the disk throws. */
export function openTranscript(name: string): Transcript {
  const path = transcriptPath(name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  return {
    path,
    write: (line) => appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`),
  }
}

export const transcriptPath = (name: string): string =>
  join(dirname(logDirectory()), 'transcripts', `${name.replace(/[^\w.-]/g, '_')}.jsonl`)
