/** Writes the notes about a rule: why it never fires, where it checks less than it seems to, and what is different in Hookline. */
import { eventRows } from '../../protocol/events/index.ts'
import { canAsk } from '../../protocol/row.ts'
import { readPython } from '../../rules/python/index.ts'
import { isOperator, operatorNames } from './conditions.ts'
import type { ConvertOptions } from './convert.ts'
import type { Target } from './targets.ts'
import type { HookifyCondition, HookifyRule, Note } from './types.ts'

const REPLACE_WITH = 'Write in its place:'

/** Writes a plain pattern as a condition on another field. */
const onField = (field: string, { conditions }: HookifyRule): readonly string[] => {
  const pattern = conditions[0]?.pattern ?? ''
  // Hookify would strip quotes and blanks at the ends of the pattern.
  const kept = /^["\s]|["\s]$/.test(pattern) ? `'${pattern}'` : pattern
  return ['conditions:', `  - field: ${field}`, '    operator: regex_match', `    pattern: ${kept}`]
}
const inLine = ({ source }: HookifyRule, line: number | undefined, from: RegExp, to: string) => {
  const text = source?.[(line ?? 0) - 1]
  return text === undefined ? undefined : [text.replace(from, to)]
}

const events = ['bash', 'file', 'prompt', 'stop', 'all']
type Say = (kind: Note['kind'], line: number, message: string, fix: string, write?: readonly string[]) => unknown

/** `reached` are the events at which the conditions of the rule can hold. */
export function notesOf(rule: HookifyRule, reached: readonly Target[], options: ConvertOptions): readonly Note[] {
  const notes: Note[] = []
  const say: Say = (kind, line, message, fix, write) =>
    notes.push({ file: rule.file, line, kind, message, cure: fix, ...(write === undefined ? {} : { write }) })
  if (!rule.enabled) {
    say(
      'disabled',
      rule.lines.enabled ?? 1,
      'enabled: false',
      'The rule is not imported. Set enabled to true to import it.',
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
    return say('never', line, `Python refuses the expression (${read.why}), so it never fires`, 'Fix the expression.')
  if (read.kind === 'different')
    return say(
      'left-out',
      line,
      `the expression has ${read.why}, which JavaScript cannot express`,
      'Write the expression without it.',
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
      'there is no pattern to search for, so it never fires',
      'Write a pattern: or conditions:.',
    )
  const field = event === 'stop' ? 'transcript' : event === 'prompt' ? 'user_prompt' : 'command'
  if (plain && event !== 'all')
    return say(
      'never',
      lines.pattern ?? 1,
      `a plain pattern on ${event} looks at a field \`content\`, which that event does not have: it never fires`,
      REPLACE_WITH,
      onField(field, rule),
    )
  if (toolMatcher !== undefined)
    return say(
      'never',
      lines.tool_matcher ?? 1,
      `tool_matcher ${JSON.stringify(toolMatcher)} names no tool of event ${event}`,
      'Remove tool_matcher.',
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
      REPLACE_WITH,
      onField('file_path', rule),
    )
  else if (written !== undefined)
    say(
      'blind',
      rule.plain ? written.line : (written.fieldLine ?? written.line),
      `${rule.plain ? 'a plain pattern' : written.field} sees edits and not whole files: a new file passes, in the original and here`,
      REPLACE_WITH,
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

/** The author of a rule on `all` expects it to check commands and prompts too. */
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
    say(
      'differs',
      line,
      `there is no action ${JSON.stringify(action)}: the rule warns, in the original and here`,
      REPLACE_WITH,
      ['action: warn'],
    )
  for (const { event } of reached) {
    const { gate, reply } = eventRows[event]
    const words: readonly string[] = reply
    if (action === 'block' && gate.kind === 'continue')
      say(
        'differs',
        line,
        `${event} is refused; the original only shows the message there`,
        'Write action: warn to only show the message.',
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
        `${event} cannot show a message without blocking: no hook is written for it`,
        'Write action: block to send the agent on with it.',
      )
  }
}
