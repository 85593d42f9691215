/** An answer that the event does not read. */
import { usualAgent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventRows, permissionWords, type ReplyField, replyRows } from '@hookline/core/protocol'
import type { ReplyField as Field, ReplyObject } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { agentEventsOf, allFields, ownEvents, repliesOf, saysNo } from '../../scripts/replies.ts'

/** What Hookline reads and the documentation of the usual agent does not have. */
const undocumented: Readonly<Partial<Record<EventName, ReplyField>>> = { beforeSubmitPrompt: 'additional_context' }

export const replyIgnored: Rule = {
  code: 'reply-ignored',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const events = ownEvents(code)
    // A script for two agents answers in the words of both.
    if (events.length === 0 || agentEventsOf(code).length > 0) return []
    const asked = { events, code, replies: repliesOf(code) }
    const rules = [
      verdicts,
      questions,
      wrongWords,
      wrongTypes,
      refusalsAfter,
      otherGate,
      strangers,
      fields,
      misspelt,
      nothingRead,
    ]
    return rules.flatMap((rule) => rule(asked)).filter(isFirst)
  },
}

/** A prompt hook answers yes or no; where nothing reads that it only costs. */
export const promptIgnored: Rule = {
  code: 'reply-ignored',
  checks: 'entry',
  find({ entry: { type, event }, at }): readonly RuleFinding[] {
    const row = eventRows[event]
    if (type !== 'prompt' || row.gate.kind !== 'none' || row.loops) return []
    const message = `${event} does not read the answer of a prompt hook`
    return [{ at: at('prompt'), message, hint: 'Move it to a gate, or to an event that can go on.' }]
  },
}

interface Asked {
  readonly events: readonly EventName[]
  readonly code: CodeContext
  readonly replies: readonly ReplyObject[]
}

/** One finding for each message. */
const isFirst = ({ message }: RuleFinding, at: number, all: readonly RuleFinding[]): boolean =>
  all.findIndex((one) => one.message === message) === at

const fieldsNamed = ({ replies }: Asked, name: string): readonly Field[] =>
  replies.flatMap((reply) => reply.fields.filter((field) => field.name === name))
const hasGate = ({ events }: Asked, kind: string): boolean =>
  events.some((event) => eventRows[event].gate.kind === kind)
const isIn =
  (words: readonly string[]) =>
  (word: string): boolean =>
    words.includes(word)

function verdicts(asked: Asked): readonly RuleFinding[] {
  if (hasGate(asked, 'permission')) return []
  const [field] = fieldsNamed(asked, 'permission').filter(
    ({ values, dynamic }) => dynamic || values.some(isIn(['allow', 'deny', 'ask'])),
  )
  const [event] = asked.events
  if (field === undefined || event === undefined) return []
  const instead =
    eventRows[event].gate.kind === 'continue' ? '`continue: false` refuses there' : 'it comes after the act'
  return [
    {
      at: asked.code.at(field.offset),
      message: `${asked.events.join(', ')} reads no \`permission\`: ${instead}`,
      hint: 'Answer in its own words (docs/events.md), or use a gate.',
    },
  ]
}

/** An ask where no event of the script can ask. */
function questions(asked: Asked): readonly RuleFinding[] {
  const [field] = hasGate(asked, 'permission')
    ? fieldsNamed(asked, 'permission').filter(({ values }) => values.includes('ask'))
    : []
  if (field === undefined || asked.events.some((event) => permissionWords(eventRows[event]).includes('ask'))) return []
  const message = `no person can be asked at ${asked.events.join(', ')}: \`ask\` refuses there`
  return [
    {
      at: asked.code.at(field.offset),
      message,
      hint: 'Answer `deny` with a message, or ask at an event that can (docs/events.md).',
    },
  ]
}

/** `"permission": "block"`. */
function wrongWords(asked: Asked): readonly RuleFinding[] {
  if (!hasGate(asked, 'permission')) return []
  return fieldsNamed(asked, 'permission').flatMap(({ values, offset, fields: inner }) => {
    const wrong =
      inner === undefined
        ? values.find((word) => /^[A-Za-z]+$/.test(word) && !['allow', 'deny', 'ask'].includes(word))
        : undefined
    if (wrong === undefined) return []
    const message = `permission must be "allow", "deny" or "ask", got ${JSON.stringify(wrong)}`
    return [
      {
        at: asked.code.at(offset),
        message,
        hint: `Write ${/^(allow|approve|yes|ok|true|pass|accept|grant)/i.test(wrong) ? '"allow"' : '"deny"'}.`,
      },
    ]
  })
}

/** `continue: "false"`, `user_message: [ … ]`: a value of another type than the field has. */
const wrongTypes = ({ code, replies }: Asked): readonly RuleFinding[] => typesIn(replies, code)

const texts =
  /^(permission|user_message|agent_message|followup_message|additional_context|reason|systemMessage|stopReason|decision|permissionDecision|permissionDecisionReason|additionalContext)$/
const isJsonText = ({ kind, values: [value = ''] }: Field): boolean =>
  kind === 'json' || (kind === 'text' && /^\s*\{/.test(value))

/** Fields whose value is of the wrong type, also inside `hookSpecificOutput`. */
export function typesIn(replies: readonly ReplyObject[], code: CodeContext): readonly RuleFinding[] {
  return replies.flatMap(allFields).flatMap((field) => {
    const { name, kind, offset } = field
    const wanted =
      texts.test(name) &&
      kind !== undefined &&
      !/^(text|json)$/.test(kind) &&
      !(name === 'permission' && kind === 'boolean')
        ? 'text'
        : name === 'continue' && (kind === 'text' || kind === 'number' || kind === 'list')
          ? 'true or false, without quotation marks'
          : /^(updated_input|updatedInput|hookSpecificOutput)$/.test(name) && (isJsonText(field) || kind === 'list')
            ? 'an object, not text'
            : undefined
    return wanted === undefined
      ? []
      : [
          {
            at: code.at(offset),
            message: `\`${name}\` must be ${wanted}: agents do not read another type`,
            hint: `Write ${wanted}.`,
          },
        ]
  })
}

/** Exit code 2 where the act is over: nothing is refused. */
function refusalsAfter({ events, code }: Asked): readonly RuleFinding[] {
  const isOver = events.every((event) => eventRows[event].gate.kind === 'none' && !eventRows[event].loops)
  const exit = code.reading.exits.find((one) => one.code === 2)
  if (!isOver || exit === undefined || code.reading.opaque) return []
  const message = `${events.join(', ')} cannot refuse: exit code 2 has no effect there`
  return [{ at: code.at(exit.offset), message, hint: 'Move the check to the event before the act (docs/events.md).' }]
}

/** `continue: false` where `permission` is what refuses. */
function otherGate(asked: Asked): readonly RuleFinding[] {
  if (hasGate(asked, 'continue') || !hasGate(asked, 'permission')) return []
  return asked.replies.flatMap((reply) => {
    const no = reply.fields.find((field) => field.name === 'continue' && saysNo(field))
    if (no === undefined || reply.fields.some(({ name }) => name === 'permission')) return []
    const message = `${asked.events.join(', ')} reads no \`continue\`: only \`permission\` refuses there`
    return [{ at: asked.code.at(no.offset), message, hint: 'Answer {"permission":"deny"} with a message.' }]
  })
}

/** Words of other agents, or of none. */
function strangers(asked: Asked): readonly RuleFinding[] {
  const { code, replies } = asked
  if (code.contexts.every(({ file }) => file.own)) return []
  // It answers several agents, each in its own words.
  const speaksOurs = replies.some(({ fields: list }) =>
    list.some(({ name }) => name === 'permission' || name === 'continue'),
  )
  return replies.flatMap(({ fields: list }) => {
    if (list.some(({ name }) => name === 'permission' || name === 'continue' || name === 'followup_message')) return []
    const field = list.find(
      ({ name, values, fields: inner }) =>
        (name === 'action' && values.some((word) => /^(continue|allow|approve|deny|block)$/.test(word))) ||
        (name === 'decision' && !speaksOurs && values.some((word) => /^(allow|approve|deny|block|ask)$/.test(word))) ||
        (name === 'hookSpecificOutput' && !speaksOurs && inner !== undefined) ||
        (/^(allow|allowed|approved|block|blocked|deny|denied)$/.test(name) && values.some(isIn(['true', 'false']))),
    )
    if (field === undefined) return []
    const whose = /^(decision|hookSpecificOutput)$/.test(field.name)
      ? `\`${field.name}\` is for other agents: ${usualAgent.title} does not read it`
      : `no event reads \`${field.name}\`: the answer has no effect`
    return [
      {
        at: code.at(field.offset),
        message: whose,
        hint: 'Answer {} to go on, {"permission":"deny"} or {"continue":false} to refuse.',
      },
    ]
  })
}

function fields(asked: Asked): readonly RuleFinding[] {
  const { events, code } = asked
  return (Object.keys(replyRows) as readonly ReplyField[]).flatMap((field) => {
    const [first] = field === 'env' ? [] : fieldsNamed(asked, field)
    if (first === undefined) return []
    const at = code.at(first.offset)
    const reading = events.filter((event) => eventRows[event].reply.includes(field))
    if (reading.length === 0)
      return [{ at, message: `${events.join(', ')} reads no \`${field}\`: it has no effect`, hint: hintFor(field) }]
    if (!reading.every((event) => undocumented[event] === field)) return []
    const message = `${usualAgent.title} documents no \`${field}\` for ${reading.join(', ')}: it may be dropped`
    return [{ at, message, hint: 'Add context at sessionStart, which is documented.', severity: 'note' as const }]
  })
}

/** A reply that is printed, and of which the event reads nothing. */
function nothingRead({ events, code }: Asked): readonly RuleFinding[] {
  const answerable = events.filter((event) => eventRows[event].reply.length > 0)
  if (answerable.length === 0 || answerable.length < events.length) return []
  const replies = code.reading.outputs
    .filter(({ to, form }) => to === 'stdout' && form === 'json')
    .flatMap(({ reply }) => reply ?? [])
  return replies.flatMap((reply) => {
    const [first] = reply.fields
    const told = reply.fields.some(
      ({ name }) =>
        spelled.has(name) ||
        /^(decision|hookSpecificOutput|action|reason|ok|allowed?|approved|block(ed)?|den(y|ied))$/.test(name) ||
        others[plain(name)] === 'permission',
    )
    if (first === undefined || reply.open || told) return []
    const names = [...new Set(answerable.flatMap((event) => eventRows[event].reply))]
    const message = `${events.join(', ')} reads none of the fields of this reply (${reply.fields.map(({ name }) => name).join(', ')})`
    return [{ at: code.at(first.offset), message, hint: `It reads ${names.map((name) => `\`${name}\``).join(', ')}.` }]
  })
}

const hintFor = (field: ReplyField): string => {
  const reading = Object.entries(eventRows).filter(([, { reply }]) => reply.includes(field))
  return `Only ${reading.map(([event]) => event).join(', ')} ${reading.length === 1 ? 'reads' : 'read'} it.`
}

const plain = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()
const known = ['permission', 'continue', ...Object.keys(replyRows)]
const spelled = new Set([...known, ...Object.values(replyRows).flatMap(({ aliases }) => aliases)])
/** Names that people give to a field of ours. */
const others: Readonly<Record<string, string>> = {
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

/** A name that is nearly one of ours, in a reply. */
function misspelt({ events, code, replies }: Asked): readonly RuleFinding[] {
  return replies.flatMap((reply) => {
    const isAnswer = reply.fields.some(({ name }) => spelled.has(name) || others[plain(name)] === 'permission')
    return reply.fields.flatMap(({ name, offset }) => {
      if (spelled.has(name)) return []
      const meant = known.find((one) => plain(one) === plain(name)) ?? (isAnswer ? others[plain(name)] : undefined)
      const isRead = events.some(
        (event) => eventRows[event].gate.kind === meant || eventRows[event].reply.some((one) => one === meant),
      )
      if (meant === undefined || !isRead || reply.fields.some((one) => one.name === meant)) return []
      return [
        {
          at: code.at(offset),
          message: `\`${name}\` is not a field of a reply: it has no effect`,
          hint: `Write \`${meant}\`.`,
        },
      ]
    })
  })
}
