/** One line of the report. */
export type State = 'ok' | 'warn' | 'fail' | 'not-proved'

export interface Finding {
  /** `agents`, `files`, `hooks`, `trust`, `managed`, `system`. */
  readonly area: string
  readonly subject: string
  readonly state: State
  readonly says: string
  /** The next command; there for everything that is not fine. */
  readonly next?: string
}

/** How far a hook was seen to come. */
export const levels = ['configured', 'loaded', 'matched', 'proved'] as const
export type Level = (typeof levels)[number]

/** The lowest of them; undefined where there is none. */
export const lowest = (reached: readonly Level[]): Level | undefined => levels.find((level) => reached.includes(level))
