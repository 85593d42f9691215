/** The transcript: one JSON object per line, in a file that only its owner can read. Every event contains its path. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logDirectory } from '@hookline/core/node'

export interface Transcript {
  readonly path: string
  write(line: TranscriptLine): void
}
export interface TranscriptLine {
  readonly role: 'user' | 'assistant' | 'tool' | 'summary'
  readonly content: unknown
  /** A `stop` hook wrote this message, not the person. */
  readonly isAutoFollowupFromStopHook?: true
  readonly loopCount?: number
  /** A hook withheld the text from the person. */
  readonly withheld?: true
}

/** The first `write` creates the file next to the log. `write` may throw errors of the file system. */
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
