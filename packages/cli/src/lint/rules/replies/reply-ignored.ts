/** Reports replies, or fields of replies, that the event does not read. */
import { usualAgent } from '@hookline/core/agents'
import { callsHookline, type EventName } from '@hookline/core/node'
import { eventRows, permissionValues, type ReplyField, replyRows } from '@hookline/core/protocol'
import { normalizeName } from '../../../same-name.ts'
import type { ReplyField as Field, ReplyObject } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Fix, Rule, RuleFinding } from '../../rule.ts'
import { renameField, replaceValue } from '../../scripts/fix-reply.ts'
import { agentEventsOf, allFields, isRefusal, ownEvents, repliesOf } from '../../scripts/replies.ts'
import { isShell } from '../../scripts/scripts.ts'

/** Fields that Hookline reads but that the usual agent does not document. */
const undocumented: Readonly<Partial<Record<EventName, ReplyField>>> = { beforeSubmitPrompt: 'additional_context' }

export const replyIgnored: Rule = {
  code: 'reply-ignored',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    // A call of Hookline refuses in every event's words if Hookline is missing, with one text at all events.
    if (code.contexts.length > 0 && code.contexts.every(({ entry }) => callsHookline(entry))) return []
    const events = ownEvents(code)
    // A script for two agents uses the fields of both.
    if (events.length === 0 || agentEventsOf(code).length > 0) return []
    const check = { events, code, replies: repliesOf(code) }
    const rules = [
      checkVerdicts,
      checkQuestions,
      checkPermissionValues,
      checkTypes,
      checkLateRefusal,
      checkContinue,
      checkForeignFields,
      checkUnreadFields,
      checkSpelling,
      checkUnreadReply,
    ]
    return rules.flatMap((rule) => rule(check)).filter(isFirst)
  },
}

/** Reports a prompt hook at an event that does not read its answer. */
export const promptIgnored: Rule = {
  code: 'reply-ignored',
  checks: 'entry',
  find({ entry: { type, event }, at }): readonly RuleFinding[] {
    const row = eventRows[event]
    if (type !== 'prompt' || row.gate.kind !== 'none' || row.loops) return []
    const message = `${event} does not read the answer of a prompt hook, so it has no effect`
    return [
      {
        at: at('prompt'),
        message,
        hint: 'Move it to an event that can refuse, or to one that can start another round.',
      },
    ]
  },
}

interface ReplyCheck {
  readonly events: readonly EventName[]
  readonly code: CodeContext
  readonly replies: readonly ReplyObject[]
}

/** Keeps one finding for each message. */
const isFirst = ({ message }: RuleFinding, at: number, all: readonly RuleFinding[]): boolean =>
  all.findIndex((one) => one.message === message) === at

const fieldsNamed = ({ replies }: ReplyCheck, name: string): readonly Field[] =>
  replies.flatMap((reply) => reply.fields.filter((field) => field.name === name))
const hasGate = ({ events }: ReplyCheck, kind: string): boolean =>
  events.some((event) => eventRows[event].gate.kind === kind)
const isIn =
  (words: readonly string[]) =>
  (word: string): boolean =>
    words.includes(word)

function checkVerdicts(check: ReplyCheck): readonly RuleFinding[] {
  if (hasGate(check, 'permission')) return []
  const [field] = fieldsNamed(check, 'permission').filter(
    ({ values, dynamic }) => dynamic || values.some(isIn(['allow', 'deny', 'ask'])),
  )
  const [event] = check.events
  if (field === undefined || event === undefined) return []
  const instead =
    eventRows[event].gate.kind === 'continue' ? '`continue: false` refuses there' : 'the action has already happened'
  return [
    {
      at: check.code.at(field.offset),
      message: `${check.events.join(', ')} does not read \`permission\`: ${instead}`,
      hint: 'Use the fields of this event (docs/events.md), or move the hook to an event that can refuse.',
    },
  ]
}

/** Reports `ask` if none of the script's events can ask. */
function checkQuestions(check: ReplyCheck): readonly RuleFinding[] {
  const [field] = hasGate(check, 'permission')
    ? fieldsNamed(check, 'permission').filter(({ values }) => values.includes('ask'))
    : []
  if (field === undefined || check.events.some((event) => permissionValues(eventRows[event]).includes('ask'))) return []
  const message = `${check.events.join(', ')} cannot ask a person, so \`ask\` refuses there`
  return [
    {
      at: check.code.at(field.offset),
      message,
      hint: 'Reply `deny` with a message, or ask at an event that can (docs/events.md).',
    },
  ]
}

/** Reports values such as `"permission": "block"`. */
function checkPermissionValues(check: ReplyCheck): readonly RuleFinding[] {
  if (!hasGate(check, 'permission')) return []
  return fieldsNamed(check, 'permission').flatMap(({ values, offset, fields: inner }) => {
    const wrong =
      inner === undefined
        ? values.find((word) => /^[A-Za-z]+$/.test(word) && !['allow', 'deny', 'ask'].includes(word))
        : undefined
    if (wrong === undefined) return []
    const message = `permission must be "allow", "deny" or "ask", got ${JSON.stringify(wrong)}`
    const meant = ['allow', 'deny', 'ask'].find((word) => word === wrong.toLowerCase())
    const fix = meant === undefined ? undefined : replaceValue(check.code, { name: 'permission', offset }, wrong, meant)
    return [
      {
        at: check.code.at(offset),
        message,
        hint: `Write ${/^(allow|approve|yes|ok|true|pass|accept|grant)/i.test(wrong) ? '"allow"' : meant === 'ask' ? '"ask"' : '"deny"'}.`,
        ...(fix === undefined ? {} : { fix }),
      },
    ]
  })
}

/** Reports values of the wrong type, such as `continue: "false"` and `user_message: [ … ]`. */
const checkTypes = ({ code, replies }: ReplyCheck): readonly RuleFinding[] => findWrongTypes(replies, code)

const textFields =
  /^(permission|user_message|agent_message|followup_message|additional_context|reason|systemMessage|stopReason|decision|permissionDecision|permissionDecisionReason|additionalContext)$/
const isJsonText = ({ kind, values: [value = ''] }: Field): boolean =>
  kind === 'json' || (kind === 'text' && /^\s*\{/.test(value))

/** Finds fields whose value has the wrong type, including those inside `hookSpecificOutput`. */
export function findWrongTypes(replies: readonly ReplyObject[], code: CodeContext): readonly RuleFinding[] {
  return replies.flatMap(allFields).flatMap((field) => {
    const { name, kind, offset } = field
    const wanted =
      textFields.test(name) &&
      kind !== undefined &&
      !/^(text|json)$/.test(kind) &&
      !(name === 'permission' && kind === 'boolean')
        ? 'text'
        : name === 'continue' && (kind === 'text' || kind === 'number' || kind === 'list')
          ? 'true or false, without quotation marks'
          : /^(updated_input|updatedInput|hookSpecificOutput)$/.test(name) && (isJsonText(field) || kind === 'list')
            ? 'an object, not text'
            : undefined
    const fix = wanted === undefined ? undefined : unquoteBoolean(field, code)
    return wanted === undefined
      ? []
      : [
          {
            at: code.at(offset),
            message: `\`${name}\` must be ${wanted}; agents ignore other types`,
            hint: `Write ${wanted}.`,
            ...(fix === undefined ? {} : { fix }),
          },
        ]
  })
}

/** `"continue": "false"` in JSON text or JavaScript. Other languages may write their booleans in another way. */
function unquoteBoolean(field: Field, code: CodeContext): Fix | undefined {
  const [value, ...more] = field.values
  const isJson =
    code.script !== undefined && (isShell(code.script) || /^(node|bun|deno|tsx)$/.test(code.script.language))
  if (field.name !== 'continue' || value === undefined || more.length > 0 || !isJson) return undefined
  return /^(true|false)$/i.test(value) ? replaceValue(code, field, value, value.toLowerCase(), true) : undefined
}

/** Reports exit code 2 after the action, when it can no longer refuse anything. */
function checkLateRefusal({ events, code }: ReplyCheck): readonly RuleFinding[] {
  const isOver = events.every((event) => eventRows[event].gate.kind === 'none' && !eventRows[event].loops)
  const exit = code.reading.exits.find((one) => one.code === 2)
  if (!isOver || exit === undefined || code.reading.opaque) return []
  const message = `${events.join(', ')} cannot refuse, so exit code 2 has no effect there`
  return [
    { at: code.at(exit.offset), message, hint: 'Move the check to the event before the action (docs/events.md).' },
  ]
}

/** Reports `continue: false` at events where only `permission` refuses. */
function checkContinue(check: ReplyCheck): readonly RuleFinding[] {
  if (hasGate(check, 'continue') || !hasGate(check, 'permission')) return []
  return check.replies.flatMap((reply) => {
    const no = reply.fields.find((field) => field.name === 'continue' && isRefusal(field))
    if (no === undefined || reply.fields.some(({ name }) => name === 'permission')) return []
    const message = `${check.events.join(', ')} does not read \`continue\`: only \`permission\` refuses there`
    return [{ at: check.code.at(no.offset), message, hint: 'Reply {"permission":"deny"} with a message.' }]
  })
}

/** Reports fields of other agents, and fields that no agent reads. */
function checkForeignFields(check: ReplyCheck): readonly RuleFinding[] {
  const { code, replies } = check
  if (code.contexts.every(({ file }) => file.own)) return []
  // The script replies to several agents, to each with its own fields.
  const usesOwnFields = replies.some(({ fields: list }) =>
    list.some(({ name }) => name === 'permission' || name === 'continue'),
  )
  return replies.flatMap(({ fields: list }) => {
    if (list.some(({ name }) => name === 'permission' || name === 'continue' || name === 'followup_message')) return []
    const field = list.find(
      ({ name, values, fields: inner }) =>
        (name === 'action' && values.some((word) => /^(continue|allow|approve|deny|block)$/.test(word))) ||
        (name === 'decision' &&
          !usesOwnFields &&
          values.some((word) => /^(allow|approve|deny|block|ask)$/.test(word))) ||
        (name === 'hookSpecificOutput' && !usesOwnFields && inner !== undefined) ||
        (/^(allow|allowed|approved|block|blocked|deny|denied)$/.test(name) && values.some(isIn(['true', 'false']))),
    )
    if (field === undefined) return []
    const whose = /^(decision|hookSpecificOutput)$/.test(field.name)
      ? `\`${field.name}\` is a field of other agents; ${usualAgent.title} does not read it`
      : `no event reads \`${field.name}\`, so the reply has no effect`
    return [
      {
        at: code.at(field.offset),
        message: whose,
        hint: 'Reply {} to allow, {"permission":"deny"} or {"continue":false} to refuse.',
      },
    ]
  })
}

function checkUnreadFields(check: ReplyCheck): readonly RuleFinding[] {
  const { events, code } = check
  // replyRows has exactly the reply fields as its keys.
  return (Object.keys(replyRows) as readonly ReplyField[]).flatMap((field) => {
    const [first] = field === 'env' ? [] : fieldsNamed(check, field)
    if (first === undefined) return []
    const at = code.at(first.offset)
    const reading = events.filter((event) => eventRows[event].reply.includes(field))
    if (reading.length === 0)
      return [
        { at, message: `${events.join(', ')} does not read \`${field}\`, so it has no effect`, hint: hintFor(field) },
      ]
    if (!reading.every((event) => undocumented[event] === field)) return []
    const message = `${usualAgent.title} does not document \`${field}\` for ${reading.join(', ')} and may drop it`
    return [{ at, message, hint: 'Add context at sessionStart, which is documented.', severity: 'note' as const }]
  })
}

/** Reports a printed reply of which the event reads no field. */
function checkUnreadReply({ events, code }: ReplyCheck): readonly RuleFinding[] {
  const answerable = events.filter((event) => eventRows[event].reply.length > 0)
  if (answerable.length === 0 || answerable.length < events.length) return []
  const replies = code.reading.outputs
    .filter(({ to, form }) => to === 'stdout' && form === 'json')
    .flatMap(({ reply }) => reply ?? [])
  return replies.flatMap((reply) => {
    const [first] = reply.fields
    const isReported = reply.fields.some(
      ({ name }) =>
        spelled.has(name) ||
        /^(decision|hookSpecificOutput|action|reason|ok|allowed?|approved|block(ed)?|den(y|ied))$/.test(name) ||
        commonMistakes[normalizeName(name)] === 'permission',
    )
    if (first === undefined || reply.open || isReported) return []
    const names = [...new Set(answerable.flatMap((event) => eventRows[event].reply))]
    const message = `${events.join(', ')} reads none of the fields of this reply (${reply.fields.map(({ name }) => name).join(', ')})`
    return [{ at: code.at(first.offset), message, hint: `It reads ${names.map((name) => `\`${name}\``).join(', ')}.` }]
  })
}

const hintFor = (field: ReplyField): string => {
  const reading = Object.entries(eventRows).filter(([, { reply }]) => reply.includes(field))
  return `Only ${reading.map(([event]) => event).join(', ')} ${reading.length === 1 ? 'reads' : 'read'} it.`
}

const known = ['permission', 'continue', ...Object.keys(replyRows)]
const spelled = new Set([...known, ...Object.values(replyRows).flatMap(({ aliases }) => aliases)])
/** Names that people use by mistake, and the field that they mean. */
const commonMistakes: Readonly<Record<string, string>> = {
  permision: 'permission',
  permissions: 'permission',
  permssion: 'permission',
  usermsg: 'user_message',
  usermesage: 'user_message',
  agentmsg: 'agent_message',
  agentmesage: 'agent_message',
  modelmessage: 'agent_message',
  message: 'user_message',
  followup: 'followup_message',
  followupmsg: 'followup_message',
  context: 'additional_context',
  updatedtoolinput: 'updated_input',
  continues: 'continue',
}

/** Reports misspelt fields in a reply. */
function checkSpelling({ events, code, replies }: ReplyCheck): readonly RuleFinding[] {
  return replies.flatMap((reply) => {
    const isAnswer = reply.fields.some(
      ({ name }) => spelled.has(name) || commonMistakes[normalizeName(name)] === 'permission',
    )
    return reply.fields.flatMap(({ name, offset }) => {
      if (spelled.has(name)) return []
      const same = known.find((one) => normalizeName(one) === normalizeName(name))
      const meant = same ?? (isAnswer ? commonMistakes[normalizeName(name)] : undefined)
      const isRead = events.some(
        (event) => eventRows[event].gate.kind === meant || eventRows[event].reply.some((one) => one === meant),
      )
      if (meant === undefined || !isRead || reply.fields.some((one) => one.name === meant)) return []
      const fix = same === undefined ? undefined : renameField(code, name, offset, same)
      return [
        {
          at: code.at(offset),
          message: `\`${name}\` is not a reply field, so it has no effect`,
          hint: `Write \`${meant}\`.`,
          ...(fix === undefined ? {} : { fix }),
        },
      ]
    })
  })
}
