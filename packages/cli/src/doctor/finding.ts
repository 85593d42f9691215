/** Describes one line of the doctor's report. */
export type State = 'ok' | 'warn' | 'fail' | 'not-proved'

export interface Finding {
  /** `agents`, `files`, `hooks`, `trust`, `managed`, `system`. */
  readonly area: string
  readonly subject: string
  readonly state: State
  readonly says: string
  /** The next command. Set for every state but `ok`. */
  readonly next?: string
}

/** How far a hook was shown to work, in order. */
export const levels = ['configured', 'loaded', 'matched', 'proved'] as const
export type Level = (typeof levels)[number]

/** The lowest level, or undefined if the list is empty. */
export const lowest = (reached: readonly Level[]): Level | undefined => levels.find((level) => reached.includes(level))
