/** The transcript: one JSON object a line, readable by the person alone. Its path is in every event. */
import { appendFileSync, mkdirSync } from 'node:fs'
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

/** Beside the log, under the conversation's id. Made with its first line; may throw what the disk throws. */
export function openTranscript(name: string): Transcript {
  const path = transcriptPath(name)
  return {
    path,
    write(line) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 })
    },
  }
}

export const transcriptPath = (name: string): string =>
  join(dirname(logDirectory()), 'transcripts', `${name.replace(/[^\w.-]/g, '_')}.jsonl`)
