/** The interface to the person who uses the agent. A terminal, a program or a test implements it. */
import type { Question } from '@hookline/core/node'

export interface Person {
  /** Shows a text of the model. `isLast`: no tool call follows it. */
  showReply(text: string, isLast: boolean): void
  /** Shows in one line which tool call is about to run. */
  showAction(tool: string, summary: string): void
  /** Shows a message of a hook or of Hookline. */
  showInfo(text: string): void
  /** Shows that a hook refused something, with the message for the person. */
  showRefusal(what: string, message: string): void
  /** Shows what failed and what to do next. */
  showFailure(message: string): void
  /** Shows a thought of the model. */
  showThought(text: string): void
  /** Answers a hook that asks. When it is absent, every ask is refused. */
  approve?(question: Question): Promise<boolean>
  /** Asks a yes-or-no question. The lines above the question show its subject in full. */
  confirm(question: string, signal: AbortSignal): Promise<boolean>
  /** Returns undefined when there are no more messages. */
  nextMessage(): Promise<string | undefined>
  /** Runs work that the person can cancel without ending the session. */
  runCancellable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}
