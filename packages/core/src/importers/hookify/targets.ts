/** Maps each hookify event to an event of Hookline, and its fields to fields of the input. */

import type { EventName } from '../../protocol/events/index.ts'
import { editTools } from '../../protocol/tools.ts'
import type { JsonObject } from '../../schema.ts'

/** A condition of a rule hook as it is written in a config file. */
export type Written = JsonObject

export type Field =
  /** The values under these paths. Where `missing` holds, hookify has an empty text instead. */
  | { readonly kind: 'value'; readonly paths: readonly string[]; readonly join?: string; readonly missing?: Written }
  /** Always an empty text. */
  | { readonly kind: 'empty' }

export interface Target {
  readonly event: EventName
  readonly matcher?: string
  /** The events of hookify that map to this one. */
  readonly of: readonly string[]
  /** The tools of hookify that this event covers. If there are several, each has a condition that distinguishes it. */
  readonly tools: Readonly<Record<string, Written | undefined>>
  readonly fields: Readonly<Record<string, Field>>
  /** A field that every event has. */
  readonly always: string
  /** One of these is there unless the input is a patch, which only Hookline itself can read. */
  readonly readable?: readonly string[]
}

export const there = (...paths: readonly string[]): Written => ({
  field: paths.length === 1 ? paths[0] : paths,
  starts_with: '',
})
const value = (paths: readonly string[], more: { join?: string; missing?: Written } = {}): Field => ({
  kind: 'value',
  paths,
  ...more,
})
const empty: Field = { kind: 'empty' }
/** Hookify has these fields at every event. */
const everywhere: Readonly<Record<string, Field>> = {
  reason: empty,
  user_prompt: empty,
  transcript: value(['transcript']),
}

const path = ['file_path', 'path', 'notebook_path', 'target_notebook', 'edits.*.file_path'].map(
  (field) => `tool_input.${field}`,
)
const content = ['tool_input.content', 'tool_input.contents']
const [added, replaced] = ['tool_input.new_string', 'tool_input.old_string']
const edits = 'tool_input.edits.*.new_string'

export const targets: readonly Target[] = [
  {
    event: 'beforeShellExecution',
    of: ['bash', 'all'],
    tools: { Bash: undefined },
    fields: { ...everywhere, command: value(['command']) },
    always: 'command',
  },
  {
    event: 'preToolUse',
    matcher: `^(${[...editTools].join('|')})$`,
    of: ['file', 'all'],
    tools: { Write: there(...content), Edit: there(added), MultiEdit: there('tool_input.edits') },
    fields: {
      ...everywhere,
      file_path: value(path),
      content: value([...content, added, edits], { join: ' ' }),
      new_text: value([added, edits], { join: ' ', missing: { not: there(added, edits) } }),
      new_string: value([added], { missing: there(...content) }),
      old_text: value([replaced], { missing: there(...content) }),
      old_string: value([replaced], { missing: there(...content) }),
    },
    always: 'tool_name',
    readable: [...path, ...content, added, edits],
  },
  {
    event: 'beforeReadFile',
    of: ['file', 'all'],
    tools: { Read: undefined },
    fields: { ...everywhere, file_path: value(['file_path']) },
    always: 'file_path',
  },
  {
    event: 'beforeSubmitPrompt',
    of: ['prompt', 'all'],
    tools: {},
    fields: { ...everywhere, user_prompt: value(['prompt']) },
    always: 'prompt',
  },
  { event: 'stop', of: ['stop', 'all'], tools: {}, fields: everywhere, always: 'status' },
]

/** After an edit, for Cursor without Hookline: the edit can no longer be refused, so the message is printed. */
export const afterEdit: Target = {
  event: 'afterFileEdit',
  of: ['file', 'all'],
  tools: { Write: undefined, Edit: undefined, MultiEdit: undefined },
  fields: {
    ...everywhere,
    file_path: value(['file_path']),
    content: value(['edits.*.new_string'], { join: ' ' }),
    new_text: value(['edits.*.new_string'], { join: ' ' }),
    new_string: value(['edits.*.new_string'], { join: ' ' }),
    old_text: value(['edits.*.old_string'], { join: ' ' }),
    old_string: value(['edits.*.old_string'], { join: ' ' }),
  },
  always: 'file_path',
}
