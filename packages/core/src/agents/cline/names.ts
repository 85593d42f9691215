/** The events of Cline, and its hook files. */
import type { EventName } from '../../protocol/events/index.ts'

export const clineEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  UserPromptSubmit: 'beforeSubmitPrompt',
  TaskStart: 'sessionStart',
  TaskResume: 'sessionStart',
  TaskComplete: 'stop',
  TaskCancel: 'stop',
  PreCompact: 'preCompact',
}
export const clineOnlyEvents: ReadonlySet<string> = new Set(['Notification'])

const levels = ['project', 'user'] as const
/** Each event has a file of its own. */
export const clineSources = Object.keys(clineEvents).flatMap((event) =>
  levels.map((level) => ({ event, level, name: `cline-${event.toLowerCase()}-${level}` as const })),
)
