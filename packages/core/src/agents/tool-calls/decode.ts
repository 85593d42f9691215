/**
 * Translates the output of a hook in Claude Code's words, which most agents use, to Hookline's reply. Changes only what differs,
 * and a denial stays a denial.
 */

import type { Event, Raw } from '../../flow.ts'
import { isNestedReply } from '../../replies/denial-fields.ts'
import { findDenial, hasExactDenial, noiseDenies } from '../../replies/find-denial.ts'
import { isJson, readReply } from '../../replies/read-reply.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { dropEmpty, nonEmptyText } from '../values.ts'
import type { TranslatedEvents } from './rows.ts'
import type { Tools } from './tools.ts'
import { readVariables } from './variables-file.ts'

const CONTINUE = 'A stop hook asks to continue.'

/** The output of a hook, partly parsed. */
interface HookOutput {
  readonly raw: Raw
  readonly event: Event
  readonly code: number | undefined
  /** The JSON object it printed, if any, and the log lines before it. */
  readonly object: JsonObject | undefined
  readonly noise: string
  readonly nested: JsonObject
  readonly format: OutputFormat
}

export interface OutputFormat {
  readonly rows: TranslatedEvents
  readonly tools: Tools
}

export function decode(raw: Raw, event: Event, format: OutputFormat): Raw {
  if (format.rows[event.name] === undefined) return raw
  return withVariables(dropPlainText(decodeOutput(raw, event, format), event), event)
}

/** Plain text has no effect and is not a failure. Only the record keeps it. */
function dropPlainText(raw: Raw, event: Event): Raw {
  if (raw.end.kind !== 'exit' || raw.end.code !== 0 || event.row.reply.length === 0) return raw
  const { kind } = readReply(raw.stdout, raw.badEncoding === true)
  return kind !== 'unreadable' || isWholeObject(raw.stdout) || findDenial(raw.stdout) !== undefined
    ? raw
    : { ...raw, stdout: '', notes: [...(raw.notes ?? []), 'plain-text'] }
}

/** A whole object is a reply, not text. With a repeated key it is an unreadable reply. */
const isWholeObject = (stdout: string): boolean => isJson(stdout) && stdout.trim().startsWith('{')

/** Adds the variables that the hook wrote to the variables file to the `env` of its reply. */
function withVariables(raw: Raw, event: Event): Raw {
  if (raw.variables === undefined || raw.variables.trim() === '' || !has(event, 'env')) return raw
  const { env, notes } = readVariables(raw.variables)
  const reading = readReply(raw.stdout, raw.badEncoding === true)
  const withNotes = { ...raw, notes: [...(raw.notes ?? []), ...notes] }
  if (reading.kind === 'unreadable' || Object.keys(env).length === 0) return withNotes
  const object = reading.kind === 'object' ? reading.value : {}
  const own = isObject(object.env) ? object.env : {}
  return { ...withNotes, stdout: JSON.stringify({ ...object, env: { ...own, ...env } }) }
}

function decodeOutput(raw: Raw, event: Event, format: OutputFormat): Raw {
  const reading = readReply(raw.stdout, raw.badEncoding === true)
  const object = reading.kind === 'object' ? reading.value : undefined
  const output: HookOutput = {
    raw,
    event,
    code: raw.end.kind === 'exit' ? raw.end.code : undefined,
    object,
    noise: reading.kind === 'object' ? reading.noise : '',
    nested: isObject(object?.hookSpecificOutput) ? object.hookSpecificOutput : {},
    format,
  }
  if (event.row.gate.kind !== 'none') return atGate(output)
  if (has(event, 'followup_message')) return atStop(output)
  return has(event, 'additional_context') ? afterTool(output) : withMessage(output)
}

const has = (event: Event, field: Event['row']['reply'][number]) => event.row.reply.includes(field)

/** Replaces the output by a reply with exit code 0. */
const replaceReply = ({ raw }: HookOutput, reply: JsonObject): Raw => ({
  ...raw,
  end: { kind: 'exit', code: 0 },
  stdout: JSON.stringify(reply),
})

/** Adds fields to the reply. The exit code stays. */
function addFields({ raw, object, noise }: HookOutput, fields: JsonObject): Raw {
  if (Object.keys(fields).length === 0) return raw
  const text = JSON.stringify({ ...object, ...fields })
  return { ...raw, stdout: noise === '' ? text : `${noise}\n${text}` }
}

// ---------------------------------------------------------------- gates

function atGate(output: HookOutput): Raw {
  const { raw, object, code, event, format } = output
  if (code === 0 && format.rows[event.name]?.textIsContext && isPlainText(output)) {
    return replaceReply(output, { additional_context: raw.stdout.trim() })
  }
  // With exit code 2, the reason is on stderr, and text on stdout is ignored.
  if (object === undefined) return code === 2 && nonEmptyText(raw.stderr) !== undefined ? { ...raw, stdout: '' } : raw
  return addFields(output, denies(output) ? denialFields(output) : replyFields(output, object))
}

/** Whether the agent takes the output for plain text (half an object is text too), and it contains no denial. */
function isPlainText({ raw: { stdout, badEncoding }, object, noise }: HookOutput): boolean {
  if (stdout.trim() === '' || badEncoding === true || isWholeObject(stdout)) return false
  if (object === undefined) return findDenial(stdout) === undefined
  // An object after log lines is a reply if it has a verdict. Otherwise it is the end of a text that contains JSON.
  return (
    !Object.keys(object).some(isNestedReply) &&
    !hasExactDenial(stdout) &&
    !noiseDenies(noise) &&
    // Text in its fields can be a denial as well.
    !Object.values(object).some((value) => typeof value === 'string' && findDenial(value) !== undefined)
  )
}

/** Whether the output denies in a documented form, for any event. */
const denies = ({ object, nested }: HookOutput): boolean =>
  object?.continue === false || isDenial(object?.decision) || isDenial(nested.permissionDecision)
const isDenial = (value: unknown) => value === 'block' || value === 'deny'

/** The denial in the field of the gate, with the messages for the person and the model. */
function denialFields({ object, nested, event }: HookOutput): JsonObject {
  const reason = [object?.reason, nested.permissionDecisionReason, object?.stopReason].map(nonEmptyText).find(Boolean)
  const message = nonEmptyText(object?.systemMessage)
  return {
    ...(event.row.gate.kind === 'continue' ? { continue: false } : { permission: 'deny' }),
    ...fill(event, object, 'user_message', has(event, 'agent_message') ? (message ?? reason) : join(reason, message)),
    ...fill(event, object, 'agent_message', reason),
  }
}

function replyFields({ nested, event, format }: HookOutput, object: JsonObject): JsonObject {
  return {
    ...fill(event, object, 'user_message', nonEmptyText(object.systemMessage)),
    ...rewrite(event, object, nested, format.tools),
    // "defer" waits for an external decision; the closest equivalent is "ask".
    ...(nested.permissionDecision === 'defer' ? { hookSpecificOutput: { ...nested, permissionDecision: 'ask' } } : {}),
  }
}

/** Fills a message field if the event has it and the hook did not set it. */
function fill(
  event: Event,
  object: JsonObject | undefined,
  field: 'user_message' | 'agent_message',
  text: string | undefined,
): JsonObject {
  return text === undefined || !has(event, field) || nonEmptyText(object?.[field]) !== undefined
    ? {}
    : { [field]: text }
}

function rewrite(event: Event, object: JsonObject, nested: JsonObject, tools: Tools): JsonObject {
  const theirs = object.updatedInput ?? nested.updatedInput
  const { tool_name: tool, tool_input: ours } = event.input
  if (object.updated_input != null || !isObject(theirs) || !isObject(ours) || !has(event, 'updated_input')) return {}
  return { updated_input: tools.rewrittenInput(tool, ours, theirs) }
}

// ---------------------------------------------------------------- events that only observe

/** Blocking a stop means continuing: the text becomes the follow-up. `continue: false` ends the turn in any case. */
function atStop(output: HookOutput): Raw {
  const { raw, object, nested, code } = output
  if (code === 2) return replaceReply(output, { followup_message: exit2Message(output) ?? CONTINUE })
  if (object === undefined || code !== 0) return raw
  if (object.continue === false) return replaceReply(output, {})
  if (isDenial(object.decision))
    return replaceReply(output, { followup_message: nonEmptyText(object.reason) ?? CONTINUE })
  const context = nonEmptyText(nested.additionalContext)
  return context === undefined || object.followup_message != null
    ? raw
    : replaceReply(output, { followup_message: context })
}

/** The tool has already run, so blocking only sends a message to the model. */
function afterTool(output: HookOutput): Raw {
  const { raw, object, nested, code, event } = output
  if (code === 2) {
    const text = exit2Message(output)
    return text === undefined ? raw : replaceReply(output, { additional_context: text })
  }
  if (object === undefined || code !== 0) return raw
  const reason = isDenial(object.decision) ? nonEmptyText(object.reason) : undefined
  const newResult = String(event.input.tool_name).startsWith('MCP:') ? nested.updatedToolOutput : undefined
  if (reason === undefined && newResult === undefined) return raw
  const { decision, reason: _, additional_context, ...rest } = object
  const context = join(nonEmptyText(additional_context ?? object.additionalContext ?? nested.additionalContext), reason)
  return replaceReply(output, {
    ...dropEmpty({ additional_context: context, updated_mcp_tool_output: newResult }),
    ...rest,
    ...(reason === undefined ? dropEmpty({ decision }) : {}),
  })
}

const withMessage = (output: HookOutput): Raw =>
  output.object === undefined
    ? output.raw
    : addFields(output, fill(output.event, output.object, 'user_message', nonEmptyText(output.object.systemMessage)))

/** The agents read stderr. The rest is for hooks that print their reason to stdout. */
const exit2Message = ({ raw, object }: HookOutput): string | undefined =>
  nonEmptyText(raw.stderr) ?? nonEmptyText(object === undefined ? raw.stdout : (object.reason ?? object.stopReason))

const join = (...parts: readonly (string | undefined)[]): string | undefined => {
  const present = parts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n\n')
}
