/** A Claude Code hook's answer in our words. Only what differs is changed, and what says no goes on saying no. */

import type { Event, Raw } from '../../flow.ts'
import { isNestedReply } from '../../replies/denial-fields.ts'
import { findDenial, hasExactDenial, noiseDenies } from '../../replies/find-denial.ts'
import { isJson, readReply } from '../../replies/read-reply.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { given, wordsIn } from '../values.ts'
import { claudeRows } from './events.ts'
import { rewrittenInput } from './tools.ts'
import { readVariables } from './variables-file.ts'

const GO_ON = 'A stop hook asks to go on.'

/** What decoding looks at. */
interface Answer {
  readonly raw: Raw
  readonly event: Event
  readonly code: number | undefined
  /** The JSON object it printed, if any, and the log lines before it. */
  readonly object: JsonObject | undefined
  readonly noise: string
  readonly nested: JsonObject
}

export function decode(raw: Raw, event: Event): Raw {
  if (claudeRows[event.name] === undefined) return raw
  return withVariables(plainTextAside(answerOf(raw, event), event), event)
}

/** Text that is no reply is nothing there, however the event fails: it is kept on the record, and is not a failure. */
function plainTextAside(raw: Raw, event: Event): Raw {
  if (raw.end.kind !== 'exit' || raw.end.code !== 0 || event.row.reply.length === 0) return raw
  const { kind } = readReply(raw.stdout, raw.badEncoding === true)
  return kind !== 'unreadable' || isWholeObject(raw.stdout) || findDenial(raw.stdout) !== undefined
    ? raw
    : { ...raw, stdout: '', notes: [...(raw.notes ?? []), 'plain-text'] }
}

/** A whole object is a reply, not text; with a key twice it is one that cannot be read. */
const isWholeObject = (stdout: string): boolean => isJson(stdout) && stdout.trim().startsWith('{')

/** What the hook appended to the file of variables counts as the reply's `env`. */
function withVariables(raw: Raw, event: Event): Raw {
  if (raw.variables === undefined || raw.variables.trim() === '' || !has(event, 'env')) return raw
  const { env, notes } = readVariables(raw.variables)
  const reading = readReply(raw.stdout, raw.badEncoding === true)
  const told = { ...raw, notes: [...(raw.notes ?? []), ...notes] }
  if (reading.kind === 'unreadable' || Object.keys(env).length === 0) return told
  const object = reading.kind === 'object' ? reading.value : {}
  const own = isObject(object.env) ? object.env : {}
  return { ...told, stdout: JSON.stringify({ ...object, env: { ...own, ...env } }) }
}

function answerOf(raw: Raw, event: Event): Raw {
  const reading = readReply(raw.stdout, raw.badEncoding === true)
  const object = reading.kind === 'object' ? reading.value : undefined
  const answer: Answer = {
    raw,
    event,
    code: raw.end.kind === 'exit' ? raw.end.code : undefined,
    object,
    noise: reading.kind === 'object' ? reading.noise : '',
    nested: isObject(object?.hookSpecificOutput) ? object.hookSpecificOutput : {},
  }
  if (event.row.gate.kind !== 'none') return atGate(answer)
  if (has(event, 'followup_message')) return atStop(answer)
  return has(event, 'additional_context') ? afterTool(answer) : withMessage(answer)
}

const has = (event: Event, field: Event['row']['reply'][number]) => event.row.reply.includes(field)

/** A reply of ours instead, on exit 0. */
const said = ({ raw }: Answer, reply: JsonObject): Raw => ({
  ...raw,
  end: { kind: 'exit', code: 0 },
  stdout: JSON.stringify(reply),
})

/** The same answer with other fields in its object; how the hook ended stays. */
function changed({ raw, object, noise }: Answer, fields: JsonObject): Raw {
  if (Object.keys(fields).length === 0) return raw
  const text = JSON.stringify({ ...object, ...fields })
  return { ...raw, stdout: noise === '' ? text : `${noise}\n${text}` }
}

// ---------------------------------------------------------------- gates

function atGate(answer: Answer): Raw {
  const { raw, object, code, event } = answer
  if (code === 0 && claudeRows[event.name]?.textIsContext && isPlainText(answer)) {
    return said(answer, { additional_context: raw.stdout.trim() })
  }
  // With exit 2 the reason is what stands on stderr; text on stdout is not read.
  if (object === undefined) return code === 2 && wordsIn(raw.stderr) !== undefined ? { ...raw, stdout: '' } : raw
  return changed(answer, saysNo(answer) ? asNo(answer) : asWords(answer, object))
}

/** Text that is not a JSON object, as they decide it (half an object is text too), and in which no refusal can be read. */
function isPlainText({ raw: { stdout, badEncoding }, object, noise }: Answer): boolean {
  if (stdout.trim() === '' || badEncoding === true || isWholeObject(stdout)) return false
  if (object === undefined) return findDenial(stdout) === undefined
  // An object after log lines is an answer if it has a verdict; else it is the end of a text that shows some JSON.
  return !Object.keys(object).some(isNestedReply) && !hasExactDenial(stdout) && !noiseDenies(noise)
}

/** A documented no, whichever of their events it belongs to. */
const saysNo = ({ object, nested }: Answer): boolean =>
  object?.continue === false || isNo(object?.decision) || isNo(nested.permissionDecision)
const isNo = (word: unknown) => word === 'block' || word === 'deny'

/** The no in the gate's own word, with the text for the person and for the model. */
function asNo({ object, nested, event }: Answer): JsonObject {
  const reason = [object?.reason, nested.permissionDecisionReason, object?.stopReason].map(wordsIn).find(Boolean)
  const message = wordsIn(object?.systemMessage)
  return {
    ...(event.row.gate.kind === 'continue' ? { continue: false } : { permission: 'deny' }),
    ...fill(event, object, 'user_message', has(event, 'agent_message') ? (message ?? reason) : join(reason, message)),
    ...fill(event, object, 'agent_message', reason),
  }
}

function asWords({ nested, event }: Answer, object: JsonObject): JsonObject {
  return {
    ...fill(event, object, 'user_message', wordsIn(object.systemMessage)),
    ...rewrite(event, object, nested),
    // Theirs stops for an answer from outside; the nearest of ours is to ask.
    ...(nested.permissionDecision === 'defer' ? { hookSpecificOutput: { ...nested, permissionDecision: 'ask' } } : {}),
  }
}

/** A field of ours, where the event has it and the hook did not say it in our words itself. */
function fill(
  event: Event,
  object: JsonObject | undefined,
  field: 'user_message' | 'agent_message',
  text: string | undefined,
): JsonObject {
  return text === undefined || !has(event, field) || wordsIn(object?.[field]) !== undefined ? {} : { [field]: text }
}

function rewrite(event: Event, object: JsonObject, nested: JsonObject): JsonObject {
  const theirs = object.updatedInput ?? nested.updatedInput
  const { tool_name: tool, tool_input: ours } = event.input
  if (object.updated_input != null || !isObject(theirs) || !isObject(ours) || !has(event, 'updated_input')) return {}
  return { updated_input: rewrittenInput(tool, ours, theirs) }
}

// ---------------------------------------------------------------- events that only observe

/** To block a stop is to go on: the text is the follow-up. `continue: false` ends it, whatever else is said. */
function atStop(answer: Answer): Raw {
  const { raw, object, nested, code } = answer
  if (code === 2) return said(answer, { followup_message: textOfExit2(answer) ?? GO_ON })
  if (object === undefined || code !== 0) return raw
  if (object.continue === false) return said(answer, {})
  if (isNo(object.decision)) return said(answer, { followup_message: wordsIn(object.reason) ?? GO_ON })
  const context = wordsIn(nested.additionalContext)
  return context === undefined || object.followup_message != null ? raw : said(answer, { followup_message: context })
}

/** The tool has run: to block is to tell the model. */
function afterTool(answer: Answer): Raw {
  const { raw, object, nested, code, event } = answer
  if (code === 2) {
    const text = textOfExit2(answer)
    return text === undefined ? raw : said(answer, { additional_context: text })
  }
  if (object === undefined || code !== 0) return raw
  const reason = isNo(object.decision) ? wordsIn(object.reason) : undefined
  const output = String(event.input.tool_name).startsWith('MCP:') ? nested.updatedToolOutput : undefined
  if (reason === undefined && output === undefined) return raw
  const { decision, reason: _, additional_context, ...rest } = object
  const context = join(wordsIn(additional_context ?? object.additionalContext ?? nested.additionalContext), reason)
  return said(answer, {
    ...given({ additional_context: context, updated_mcp_tool_output: output }),
    ...rest,
    ...(reason === undefined ? given({ decision }) : {}),
  })
}

const withMessage = (answer: Answer): Raw =>
  answer.object === undefined
    ? answer.raw
    : changed(answer, fill(answer.event, answer.object, 'user_message', wordsIn(answer.object.systemMessage)))

/** Theirs is what stands on stderr; the rest is for hooks that print their reason. */
const textOfExit2 = ({ raw, object }: Answer): string | undefined =>
  wordsIn(raw.stderr) ?? wordsIn(object === undefined ? raw.stdout : (object.reason ?? object.stopReason))

const join = (...texts: readonly (string | undefined)[]): string | undefined => {
  const there = texts.filter((text) => text !== undefined)
  return there.length === 0 ? undefined : there.join('\n\n')
}
