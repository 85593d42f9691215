/** Helpers for rules that check the replies of a program. */
import type { Agent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Output, ReplyField, ReplyObject } from '../code/reading.ts'
import type { CodeContext } from '../context/context.ts'

/** Fields that carry a verdict, of any agent. */
export const verdictFields: ReadonlySet<string> = new Set(['permission', 'decision', 'permissionDecision', 'continue'])
export const messageFields: ReadonlySet<string> = new Set(
  'user_message agent_message userMessage agentMessage reason stopReason systemMessage permissionDecisionReason message'.split(
    ' ',
  ),
)

/** Objects that are printed to stdout, and objects that may be printed somewhere. */
export const repliesOf = ({ reading }: CodeContext): readonly ReplyObject[] => [
  ...reading.outputs.filter(({ to }) => to === 'stdout').flatMap(({ reply }) => reply ?? []),
  ...reading.built,
]

/** All fields, including those inside `hookSpecificOutput`. */
export const allFields = ({ fields }: ReplyObject): readonly ReplyField[] => [
  ...fields,
  ...fields.filter(({ name }) => name === 'hookSpecificOutput').flatMap((field) => field.fields ?? []),
]

export const verdictsIn = (reply: ReplyObject): readonly ReplyField[] =>
  allFields(reply).filter(({ name }) => verdictFields.has(name))

/** The field may refuse or ask. */
export const isRefusal = ({ name, values }: ReplyField): boolean =>
  values.some((value) => (name === 'continue' ? value === 'false' : /^(deny|block|ask)$/.test(value)))
export const isApproval = ({ name, values }: ReplyField): boolean =>
  values.some((value) => (name === 'continue' ? value === 'true' : /^(allow|approve)$/.test(value)))

/** The events of hooks in Hookline's own format. */
export const ownEvents = ({ contexts }: CodeContext): readonly EventName[] => [
  ...new Set(contexts.filter(({ agent }) => agent === undefined).map(({ entry }) => entry.event)),
]
/** The events of hooks in the formats of agents. */
export const agentEventsOf = (code: CodeContext): readonly EventName[] => [
  ...new Set(agentUsesOf(code).map(({ event }) => event)),
]
/** The same with the agent of each. */
export const agentUsesOf = ({ contexts }: CodeContext): readonly AgentUse[] =>
  contexts.flatMap(({ agent, entry: { event } }) => (agent === undefined ? [] : [{ agent, event }]))
export interface AgentUse {
  readonly agent: Agent
  readonly event: EventName
}

/** For at least one of its entries the action goes ahead if the hook fails. */
export const failsOpen = ({ contexts }: CodeContext): boolean =>
  contexts.some(({ entry: { event, failClosed } }) => !(failClosed ?? eventRows[event].onFailure === 'closed'))

export const isReply = ({ reply }: Output): boolean =>
  reply?.fields.some(
    ({ name }) =>
      verdictFields.has(name) ||
      /^(hookSpecificOutput|user_message|agent_message|followup_message|additional_context)$/.test(name),
  ) === true
