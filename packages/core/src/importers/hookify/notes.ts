/** What a person must know about a rule: where it never fired, where it sees less than it seems, what is different here. */
import { eventRows } from '../../protocol/events/index.ts'
import { canAsk } from '../../protocol/row.ts'
import { readPython } from '../../rules/python/index.ts'
import { isOperator, operatorNames } from './conditions.ts'
import type { ConvertOptions } from './convert.ts'
import type { Target } from './targets.ts'
import type { HookifyCondition, HookifyRule, Note } from './types.ts'

const IN_PLACE = 'Write in its place:'

/** A plain pattern as a condition on another field. */
const onField = (field: string, { conditions }: HookifyRule): readonly string[] => {
  const pattern = conditions[0]?.pattern ?? ''
  // Quotes and blanks at its ends would be taken off.
  const kept = /^["\s]|["\s]$/.test(pattern) ? `'${pattern}'` : pattern
  return ['conditions:', `  - field: ${field}`, '    operator: regex_match', `    pattern: ${kept}`]
}
const inLine = ({ source }: HookifyRule, line: number | undefined, from: RegExp, to: string) => {
  const text = source?.[(line ?? 0) - 1]
  return text === undefined ? undefined : [text.replace(from, to)]
}

const events = ['bash', 'file', 'prompt', 'stop', 'all']
type Say = (kind: Note['kind'], line: number, message: string, cure: string, write?: readonly string[]) => unknown

/** `reached`: the events at which its conditions can hold. */
export function notesOf(rule: HookifyRule, reached: readonly Target[], options: ConvertOptions): readonly Note[] {
  const notes: Note[] = []
  const say: Say = (kind, line, message, cure, write) =>
    notes.push({ file: rule.file, line, kind, message, cure, ...(write === undefined ? {} : { write }) })
  if (!rule.enabled) {
    say(
      'disabled',
      rule.lines.enabled ?? 1,
      'enabled: false',
      'Nothing is carried over; set it to true to import the rule.',
    )
    return notes
  }
  for (const condition of rule.conditions) ofExpression(condition, say)
  if (notes.length === 0 && reached.length === 0) ofSilence(rule, say)
  if (notes.length > 0) return notes
  ofFiles(rule, reached, options, say)
  ofAll(rule, say)
  ofAction(rule, reached, say)
  return notes
}

function ofExpression({ operator, pattern, line }: HookifyCondition, say: Say): unknown {
  if (!isOperator(operator))
    return say(
      'never',
      line,
      `there is no operator ${JSON.stringify(operator)}, so it never fires`,
      `Write one of ${operatorNames.join(', ')}.`,
    )
  if (operator !== 'regex_match') return undefined
  const read = readPython(pattern)
  if (read.kind === 'invalid')
    return say('never', line, `Python refuses the expression (${read.why}), so it never fires`, 'Mend the expression.')
  if (read.kind === 'different')
    return say(
      'left-out',
      line,
      `the expression holds ${read.why}: nothing in JavaScript means the same`,
      'Write it without.',
    )
}

function ofSilence(rule: HookifyRule, say: Say): unknown {
  const { event, plain, conditions, lines, toolMatcher } = rule
  if (!events.includes(event))
    return say(
      'never',
      lines.event ?? 1,
      `there is no event ${JSON.stringify(event)}, so it never fires`,
      `Write one of ${events.join(', ')}.`,
    )
  if (conditions.length === 0)
    return say(
      'never',
      lines.pattern ?? lines.conditions ?? 1,
      'there is no pattern that could be searched for, so it never fires',
      'Write a pattern: or conditions:.',
    )
  const field = event === 'stop' ? 'transcript' : event === 'prompt' ? 'user_prompt' : 'command'
  if (plain && event !== 'all')
    return say(
      'never',
      lines.pattern ?? 1,
      `a plain pattern on ${event} looks at a field \`content\`, which that event does not have: it never fires`,
      IN_PLACE,
      onField(field, rule),
    )
  if (toolMatcher !== undefined)
    return say(
      'never',
      lines.tool_matcher ?? 1,
      `tool_matcher ${JSON.stringify(toolMatcher)} names no tool of event ${event}`,
      'Take it out.',
    )
  const fields = [...new Set(conditions.map((condition) => condition.field))].join(', ')
  return say(
    'never',
    conditions[0]?.line ?? 1,
    `the conditions on ${fields} cannot all hold at event ${event}: it never fires`,
    `Look at a field that the event has, such as ${event === 'file' ? 'file_path' : field}.`,
  )
}

const pathLike = /\\\.(env|pem|key|lock|sql|ya?ml|json|toml|tsx?|jsx?|py|md)(\b|\$)|^\^?[\w.-]+\/|\.env\b/

function ofFiles(rule: HookifyRule, reached: readonly Target[], { reads }: ConvertOptions, say: Say): void {
  if (!reached.some(({ tools }) => Object.hasOwn(tools, 'Edit'))) return
  const written = rule.conditions.find(({ field }) => field === 'new_text' || field === 'new_string')
  if (rule.plain && pathLike.test(rule.conditions[0]?.pattern ?? ''))
    say(
      'blind',
      rule.lines.pattern ?? 1,
      'a plain pattern looks at what an edit writes, and this one looks like a path',
      IN_PLACE,
      onField('file_path', rule),
    )
  else if (written !== undefined)
    say(
      'blind',
      rule.plain ? written.line : (written.fieldLine ?? written.line),
      `${rule.plain ? 'a plain pattern' : written.field} sees edits and not whole files: a new file passes, in the original and here`,
      IN_PLACE,
      rule.plain
        ? onField('content', rule)
        : inLine(rule, written.fieldLine, /\bfield(\s*:\s*["']*)new_(?:text|string)/, 'field$1content'),
    )
  if (reads !== true && rule.toolMatcher === undefined && rule.conditions.every(({ field }) => field === 'file_path'))
    say(
      'differs',
      rule.conditions[0]?.line ?? 1,
      'the original judges reads by the path too',
      'Import with --reads if that was meant.',
    )
}

/** Whoever writes `all` means commands and prompts too. */
function ofAll(rule: HookifyRule, say: Say): void {
  if (rule.event !== 'all' || !rule.plain) return
  say(
    'blind',
    rule.lines.event ?? 1,
    'a plain pattern on event all looks at what is written to files alone: no command, no prompt and no stop, in the original and here',
    'Write a rule for each event that is meant, with its field: command for bash, user_prompt for prompt, transcript for stop.',
  )
}

function ofAction(rule: HookifyRule, reached: readonly Target[], say: Say): void {
  const { action, lines } = rule
  const line = lines.action ?? 1
  if (!['block', 'warn', 'ask'].includes(action))
    say('differs', line, `action: ${action} is none: it warns, in the original and here`, IN_PLACE, ['action: warn'])
  for (const { event } of reached) {
    const { gate, reply } = eventRows[event]
    const words: readonly string[] = reply
    if (action === 'block' && gate.kind === 'continue')
      say(
        'differs',
        line,
        `${event} is refused; the original only shows the message there`,
        'Write action: warn to keep it at that.',
      )
    else if (action !== 'block' && canAsk(gate) && action !== 'ask')
      say(
        'differs',
        line,
        `${event} asks the person; the original shows the message and goes on`,
        'Disable the rule if that is too much.',
      )
    else if (action !== 'block' && !canAsk(gate) && words.includes('user_message'))
      say(
        'differs',
        line,
        `${event} cannot ask: the message is shown without a refusal`,
        'Write action: block to refuse.',
      )
    else if (action !== 'block' && words.includes('followup_message'))
      say(
        'differs',
        line,
        `${event} has no word for a message alone: nothing is written for it`,
        'Write action: block to send the agent on with it.',
      )
  }
}
