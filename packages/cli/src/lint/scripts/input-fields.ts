/** Knows the fields of each event's payload, for Hookline and for agents, and guesses which field a wrong name means. */
import { type Agent, agents } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { commonFields, eventNames, eventRows, reducedFields } from '@hookline/core/protocol'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const noFields: ReadonlySet<string> = new Set()

const ownFields = new Map(
  eventNames.map((event): readonly [EventName, ReadonlySet<string>] => {
    const { input, older, common } = eventRows[event]
    const names = Object.keys(common === 'reduced' ? reducedFields : commonFields)
    return [
      event,
      new Set([
        ...Object.keys(input),
        ...older.filter(({ inside }) => inside === undefined).map(({ name }) => name),
        ...names,
      ]),
    ]
  }),
)

export const hasOwnField = (event: EventName, name: string): boolean => ownFields.get(event)?.has(name) === true
/** An agent whose fields are not listed may have any field. */
export const hasAgentField = ({ fields }: Agent, event: EventName, name: string): boolean =>
  fields === undefined || fields.common.has(name) || (fields.events[event] ?? noFields).has(name)
const withFields = agents.filter(({ fields }) => fields !== undefined)
/** The field belongs to this event, not to all events. */
export const isSpecific = (event: EventName, name: string): boolean => Object.hasOwn(eventRows[event].input, name)
/** Some event of some agent has the field. */
export const existsSomewhere = (name: string): boolean =>
  eventNames.some((event) => hasOwnField(event, name) || withFields.some((agent) => hasAgentField(agent, event, name)))

/** The field is text, so it has no members. */
export const isText = (event: EventName, name: string): boolean =>
  (
    eventRows[event].input[name] ??
    (commonFields as Readonly<Record<string, { readonly type: { readonly kind: string } }>>)[name]
  )?.type.kind === 'string'

/** Other names that people use for a field. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  file_path: list('file path filename file_name filepath target target_file uri document'),
  command: list('cmd shell_command bash_command commandline command_line script'),
  tool_name: list('tool name tool_type'),
  tool_input: list('input args arguments params parameters tool_args tool_arguments tool_params'),
  tool_output: list('tool_response tool_result result response output'),
  tool_response: list('tool_output tool_result result response output'),
  hook_event_name: list('event hook hook_event event_name event_type type hook_name hook_type'),
  workspace_roots: list('workspace workspace_root project project_dir project_root root cwd workspace_folder'),
  prompt: list('message user_prompt user_message text query input content'),
  output: list('stdout result response tool_output'),
  edits: list('changes diff edit new_content'),
  content: list('file_content text contents'),
  conversation_id: list('conversation chat_id thread_id'),
  result_json: list('result response tool_output tool_response output'),
  subagent_type: list('agent_type agent subagent type'),
  task: list('prompt description'),
  status: list('reason state stop_reason'),
}
function list(text: string): readonly string[] {
  return text.split(' ')
}

const toSnakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase()

/** The field that was probably intended; undefined if there is no likely one. */
export function findIntendedField(event: EventName, name: string, agent?: Agent): string | undefined {
  const has = (field: string) => (agent === undefined ? hasOwnField(event, field) : hasAgentField(agent, event, field))
  const wanted = toSnakeCase(name)
  const fields =
    agent === undefined
      ? [...(ownFields.get(event) ?? noFields)]
      : [...(agent.fields?.common ?? noFields), ...(agent.fields?.events[event] ?? noFields)]
  const same = fields.find(
    (field) => toSnakeCase(field) === wanted || field.replaceAll('_', '') === wanted.replaceAll('_', ''),
  )
  if (same !== undefined) return same
  return Object.keys(synonyms).find((field) => has(field) && synonyms[field]?.includes(wanted))
}

/** Inputs of the agents' own tools. An MCP tool may have any input. */
const toolFields = words(
  'command working_directory file_path path contents content old_string new_string edits notebook_path new_source pattern query glob glob_pattern target_directory url prompt description subagent_type model timeout run_in_background offset limit replace_all output_mode explanation patch input is_background block_until_ms todos cell_number cell_id edit_mode target_notebook cell_idx',
)
/** The input that was probably intended by a spelling that no tool has. */
export function findIntendedToolField(name: string): string | undefined {
  if (toolFields.has(name)) return undefined
  const wanted = toSnakeCase(name)
  if (toolFields.has(wanted) && wanted !== name) return wanted
  return /^(filename|file_name|file)$/.test(wanted) ? 'file_path' : wanted === 'cmd' ? 'command' : undefined
}
