/** What happens beside the agent's turn: inline completion while the user types, and a compaction of the context. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventNames, eventRows, isGuardedEvent } from '@hookline/core/protocol'
import { describeFormatting } from './acts.ts'
import type { Stage } from './story.ts'

async function complete({ hooks, timeline, workspace }: Stage): Promise<void> {
  timeline.heading('PERSON', 'types; inline completion reads .env and finishes a line of src/greet.ts')
  const secret = join(workspace.root, '.env')
  await hooks.fire('beforeTabFileRead', { file_path: secret, content: readFileSync(secret, 'utf8') })

  const file_path = join(workspace.root, 'src/greet.ts')
  const before = readFileSync(file_path, 'utf8')
  const new_line = "export const farewell = () => 'bye'  "
  const text = `${before}${new_line}\n`
  writeFileSync(file_path, text)
  const line = before.split('\n').length
  const range = { start_line_number: line, start_column: 1, end_line_number: line, end_column: 1 }
  const edit = { old_string: '', new_string: new_line, range, old_line: '', new_line }
  await hooks.fire('afterTabFileEdit', { file_path, edits: [edit] })
  timeline.note('file changed', describeFormatting(text, readFileSync(file_path, 'utf8')))
}

async function compact({ hooks, timeline }: Stage): Promise<void> {
  timeline.heading('EDITOR', 'compacts the context, which is 85 % full')
  await hooks.fire('preCompact', {
    trigger: 'auto',
    context_usage_percent: 85,
    context_tokens: 170_000,
    context_window_size: 200_000,
    message_count: 45,
    messages_to_compact: 30,
    is_first_compaction: true,
  })
}

/** Sends the events that no operation of a host fires, each with its sample. */
async function sendOthers({ hooks, timeline, workspace }: Stage): Promise<void> {
  for (const name of eventNames.filter((one) => eventRows[one].operation === undefined)) {
    timeline.heading('EDITOR', `sends ${name}`)
    const input = eventRows[name].sample(workspace.root) as never // The sample belongs to the event.
    if (isGuardedEvent(name)) await hooks.guard(name, input, () => 'done')
    else await hooks.fire(name, input)
  }
}

export const bystanders: readonly ((stage: Stage) => Promise<void>)[] = [complete, compact, sendOthers]
