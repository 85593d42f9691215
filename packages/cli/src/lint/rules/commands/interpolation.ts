/** `$file` and the like: nothing is substituted, and four names are variables where the event has them. */
import { usualAgent } from '@hookline/core/agents'
import { eventRows } from '@hookline/core/protocol'
import { type Variable, variablesOf } from '../../commands/shell-words.ts'
import type { CommandText, EntryContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

const exported = new Set(['command', 'prompt', 'file_path', 'status'])
/** Without braces only names that are placeholders elsewhere; `$f` in a loop is the author's own. */
const usual = new Set(
  'file filePath filepath filename path command cmd prompt tool tool_name toolName tool_input toolInput input args message workspace workspaceFolder workspaceRoot event content text output url'.split(
    ' ',
  ),
)
const stdin = 'Read the JSON on stdin instead.'

export const interpolation: Rule = {
  code: 'interpolation',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const { command } = context
    if (command === undefined || /^\s*(pwsh|powershell)\b/i.test(command.text)) return []
    const inner = /^\s*\S*sh\s+-\w*c\b/.test(command.text)
    const variables = variablesOf(command.text)
      .filter(({ quote }) => inner || quote !== 'single')
      .filter((variable) => isPlaceholder(variable, command.text))
    return [...variables.flatMap((variable) => judged(variable, inner, command, context)), ...moustaches(command)]
  },
}

const isPlaceholder = ({ name, braces }: Variable, command: string): boolean =>
  /^[a-z]/.test(name) &&
  (braces || usual.has(name) || exported.has(name)) &&
  !new RegExp(`(^|[^\\w$])${name}=|\\bfor ${name} in\\b|\\bread\\b[^;|&]*\\b${name}\\b`).test(command)

function judged(
  variable: Variable,
  inner: boolean,
  command: CommandText,
  context: EntryContext,
): readonly RuleFinding[] {
  const { name, start, end, quote } = variable
  const at = command.at(start)
  const written = command.text.slice(start, end)
  const { event } = context.entry
  if (!exported.has(name)) {
    const message = `${written} is no variable that a hook has: it is empty, and nothing is substituted`
    return [{ at, message, hint: `${stdin}${instead(name, event)}` }]
  }
  if (!Object.hasOwn(eventRows[event].input, name))
    return [{ at, message: `${event} has no \`${name}\`: ${written} is empty`, hint: stdin }]
  if (quote === 'none' && !inner) {
    const message = `${written} stands without quotes: the shell splits it and expands its wildcards`
    const fix = editFix(command.edit(start, end, `"${written}"`))
    return [{ at, message, hint: `Write "${written}" in double quotes, or read stdin.`, fix }]
  }
  if (context.file.own) return []
  const message = `${written} is a variable that only Hookline sets; in ${usualAgent.title} it is empty`
  return [{ at, message, hint: stdin, severity: 'note' }]
}

const instead = (name: string, event: EntryContext['entry']['event']): string =>
  /^workspace/.test(name)
    ? ` The root is "$${usualAgent.variables?.project}".`
    : /file|path/i.test(name) && Object.hasOwn(eventRows[event].input, 'file_path')
      ? ' The file is its `file_path`, which Hookline also sets as a variable: "$file_path".'
      : ''

const moustaches = (command: CommandText): readonly RuleFinding[] =>
  [...command.text.matchAll(/\{\{\s*\w+\s*\}\}/g)].map((found) => ({
    at: command.at(found.index),
    message: `${found[0]} is not substituted: the hook sees it as it stands`,
    hint: stdin,
  }))
