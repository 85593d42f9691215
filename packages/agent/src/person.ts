/** The person at the other end, as an interface: a terminal, a program that reads, a test. */
import type { Question } from '@hookline/core/node'

export interface Person {
  /** The agent's own words; `isLast`: it calls no tool after them. */
  says(text: string, isLast: boolean): void
  /** What the agent is about to do, in a line. */
  acts(tool: string, what: string): void
  /** What hooks or Hookline have to say. */
  info(text: string): void
  /** A hook refused something: the message meant for the person. */
  refused(what: string, message: string): void
  /** Something went wrong, and what to do next. */
  failed(message: string): void
  /** Absent: there is nobody to ask, and what hooks ask about is refused. */
  approve?(question: Question): Promise<boolean>
  /** A thought of the model's. */
  thinks(text: string): void
  /** A plain yes or no; what is asked about stands in the lines before the question, whole. */
  agrees(question: string, signal: AbortSignal): Promise<boolean>
  /** The next message; undefined when there are no more. */
  next(): Promise<string | undefined>
  /** A stretch of work that the person can cancel without leaving. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}
