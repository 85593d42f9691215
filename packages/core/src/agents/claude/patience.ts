/** How long Claude Code waits for hooks of these events, in milliseconds. Measured on 2.1.197 and 2.1.325; all others have 600 s. */
import type { EventName } from '../../protocol/events/index.ts'

export const patience: Readonly<Partial<Record<EventName, number>>> = {
  beforeSubmitPrompt: 30_000,
  sessionEnd: 1_500,
}
