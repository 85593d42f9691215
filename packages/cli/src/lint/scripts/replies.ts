/** What the replies of a program hold, for the rules that judge them. */
import type { Agent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Output, ReplyField, ReplyObject } from '../code/reading.ts'
import type { CodeContext } from '../context/context.ts'

/** A verdict of any agent's. */
export const verdictFields: ReadonlySet<string> = new Set(['permission', 'decision', 'permissionDecision', 'continue'])
export const messageFields: ReadonlySet<string> = new Set(
  'user_message agent_message userMessage agentMessage reason stopReason systemMessage permissionDecisionReason message'.split(
    ' ',
  ),
)

/** Objects that go to stdout, or of which it is not known where they go. */
export const repliesOf = ({ reading }: CodeContext): readonly ReplyObject[] => [
  ...reading.outputs.filter(({ to }) => to === 'stdout').flatMap(({ reply }) => reply ?? []),
  ...reading.built,
]

/** With those inside `hookSpecificOutput`. */
export const allFields = ({ fields }: ReplyObject): readonly ReplyField[] => [
  ...fields,
  ...fields.filter(({ name }) => name === 'hookSpecificOutput').flatMap((field) => field.fields ?? []),
]

export const verdictsIn = (reply: ReplyObject): readonly ReplyField[] =>
  allFields(reply).filter(({ name }) => verdictFields.has(name))

/** It may refuse or ask. */
export const saysNo = ({ name, values }: ReplyField): boolean =>
  values.some((value) => (name === 'continue' ? value === 'false' : /^(deny|block|ask)$/.test(value)))
export const saysYes = ({ name, values }: ReplyField): boolean =>
  values.some((value) => (name === 'continue' ? value === 'true' : /^(allow|approve)$/.test(value)))

/** Ours, as the entries of hooks.json and hookline.json name them. */
export const ownEvents = ({ contexts }: CodeContext): readonly EventName[] => [
  ...new Set(contexts.filter(({ file }) => file.agent === undefined).map(({ entry }) => entry.event)),
]
/** The events of entries in agents' own settings. */
export const agentEventsOf = (code: CodeContext): readonly EventName[] => [
  ...new Set(agentUsesOf(code).map(({ event }) => event)),
]
/** The same with the agent of each. */
export const agentUsesOf = ({ contexts }: CodeContext): readonly AgentUse[] =>
  contexts.flatMap(({ file: { agent }, entry: { event } }) => (agent === undefined ? [] : [{ agent, event }]))
export interface AgentUse {
  readonly agent: Agent
  readonly event: EventName
}

/** A failure of the hook goes on for at least one of its entries. */
export const failsOpen = ({ contexts }: CodeContext): boolean =>
  contexts.some(({ entry: { event, failClosed } }) => !(failClosed ?? eventRows[event].onFailure === 'closed'))

export const isReply = ({ reply }: Output): boolean =>
  reply?.fields.some(
    ({ name }) =>
      verdictFields.has(name) ||
      /^(hookSpecificOutput|user_message|agent_message|followup_message|additional_context)$/.test(name),
  ) === true
