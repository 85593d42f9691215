/** Reports a reply that the agent does not read, for agents whose hooks reply in `hookSpecificOutput`. */
import { nearest } from '@hookline/core/node'
import type { ReplyField, ReplyObject } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { agentUsesOf, ownEvents, repliesOf } from '../../scripts/replies.ts'
import { findWrongTypes } from './reply-ignored.ts'

type FieldProblem = readonly [field: ReplyField, message: string, hint: string]

export const nestedReply: Rule = {
  code: 'reply-ignored',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const uses = agentUsesOf(code)
    const [first] = uses
    if (first === undefined || ownEvents(code).length > 0) return []
    if (uses.some(({ agent }) => agent.nestedReply !== true)) return []
    const replies = repliesOf(code)
    const ignored = replies.flatMap((reply) =>
      ignoredFields(reply, eventNamesOf(code), first.agent.title).map(([{ offset }, message, hint]) => ({
        at: code.at(offset),
        message,
        hint,
      })),
    )
    return [...ignored, ...findWrongTypes(replies, code)]
  },
}

/** The agent's names for the events. */
const eventNamesOf = (code: CodeContext): readonly string[] => [
  ...new Set(
    agentUsesOf(code).flatMap(
      ({ agent: { events = {} }, event }) => Object.keys(events).find((name) => events[name] === event) ?? [],
    ),
  ),
]

/** What such agents use instead of Hookline's fields. */
const theirs: Readonly<Record<string, string>> = {
  permission: '`hookSpecificOutput.permissionDecision`',
  user_message: '`systemMessage`, or the reason of the decision',
  agent_message: 'the reason of the decision (`permissionDecisionReason`, `reason`)',
  followup_message: '`{"decision": "block", "reason": "…"}`',
  additional_context: '`hookSpecificOutput.additionalContext`',
  updated_input: '`hookSpecificOutput.updatedInput`',
}

function ignoredFields(reply: ReplyObject, events: readonly string[], title: string): readonly FieldProblem[] {
  const { fields } = reply
  const nested = fields.find(({ name }) => name === 'hookSpecificOutput')
  const answers = nested !== undefined || fields.some(({ name }) => name === 'decision')
  const foreign = answers ? [] : fields.filter(({ name }) => Object.hasOwn(theirs, name)).slice(0, 1)
  const outside = fields.filter(({ name }) => name === 'permissionDecision')
  return [
    ...foreign.map(
      (field): FieldProblem => [
        field,
        `${title} does not read \`${field.name}\`, so it has no effect there`,
        `Write ${theirs[field.name]}.`,
      ],
    ),
    ...outside.map(
      (field): FieldProblem => [
        field,
        `\`permissionDecision\` is outside \`hookSpecificOutput\`, where ${title} does not read it`,
        'Write {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":…}}.',
      ],
    ),
    ...checkDecisions(fields, events, title),
    ...(nested === undefined ? [] : checkNested(nested, events, title)),
  ]
}

function checkDecisions(
  fields: readonly ReplyField[],
  events: readonly string[],
  title: string,
): readonly FieldProblem[] {
  const right = events.includes('PreToolUse') ? ['approve', 'block'] : ['block']
  return fields.flatMap((field): readonly FieldProblem[] => {
    const wrong =
      field.name === 'decision'
        ? field.values.find((word) => /^(allow|deny|ask|approve|reject|denied)$/.test(word) && !right.includes(word))
        : undefined
    if (wrong === undefined || wrong === 'approve' || wrong === 'allow') return []
    return [
      [
        field,
        `\`decision\` ${JSON.stringify(wrong)} is not a decision that ${title} knows, so the action goes ahead`,
        'Write "block" with a reason, or use hookSpecificOutput.permissionDecision.',
      ],
    ]
  })
}

function checkNested(nested: ReplyField, events: readonly string[], title: string): readonly FieldProblem[] {
  const fields = nested.fields ?? []
  const verdict = fields.find(({ name }) => name === 'permissionDecision')
  const named = fields.find(({ name }) => name === 'hookEventName')
  const found: FieldProblem[] = []
  const wrong = verdict?.values.find((word) => /^[a-z]+$/.test(word) && !/^(allow|deny|ask|defer)$/.test(word))
  if (verdict !== undefined && wrong !== undefined)
    found.push([
      verdict,
      `permissionDecision must be "allow", "deny" or "ask", got ${JSON.stringify(wrong)}`,
      'Write "deny".',
    ])
  const meant = fields.find(
    ({ name }) => /^(decision|permission|verdict)$/.test(name) || nearest(name, ['permissionDecision']),
  )
  if (verdict === undefined && meant !== undefined && events.includes('PreToolUse') && !/reason$/i.test(meant.name))
    found.push([
      meant,
      `${title} does not read \`${meant.name}\` inside \`hookSpecificOutput\`, so the action goes ahead`,
      'Write "permissionDecision": "deny" with a permissionDecisionReason.',
    ])
  if (verdict !== undefined && !events.includes('PreToolUse'))
    found.push([
      verdict,
      `${events.join(', ')} does not read \`permissionDecision\``,
      'Print {"decision":"block","reason":"…"} there.',
    ])
  if (named === undefined && nested.fields !== undefined && !nested.dynamic)
    found.push([
      nested,
      `\`hookSpecificOutput\` has no \`hookEventName\`, so ${title} does not read it`,
      `Add "hookEventName": "${events[0]}".`,
    ])
  const [only] = named?.values ?? []
  if (named !== undefined && !named.dynamic && only !== undefined && !events.includes(only))
    found.push([
      named,
      `hookEventName is ${JSON.stringify(only)}, but the hook runs at ${events.join(', ')}`,
      `Write "${events[0]}".`,
    ])
  return found
}
