/** Reports placeholders such as `$file`. Hookline substitutes nothing; it sets four variables, for events that have the field. */
import { usualAgent } from '@hookline/core/agents'
import { eventRows } from '@hookline/core/protocol'
import { findVariables, type Variable } from '../../commands/shell-words.ts'
import type { CommandText, EntryContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

const exportedFields = new Set(['command', 'prompt', 'file_path', 'status'])
/** Without braces, only names that other tools use as placeholders count; `$f` in a loop is the author's own variable. */
const commonPlaceholders = new Set(
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
    const variables = findVariables(command.text)
      .filter(({ quote }) => inner || quote !== 'single')
      .filter((variable) => isPlaceholder(variable, command.text))
    return [
      ...variables.flatMap((variable) => checkVariable(variable, inner, command, context)),
      ...findMoustaches(command),
    ]
  },
}

const isPlaceholder = ({ name, braces }: Variable, command: string): boolean =>
  /^[a-z]/.test(name) &&
  (braces || commonPlaceholders.has(name) || exportedFields.has(name)) &&
  !new RegExp(`(^|[^\\w$])${name}=|\\bfor ${name} in\\b|\\bread\\b[^;|&]*\\b${name}\\b`).test(command)

function checkVariable(
  variable: Variable,
  inner: boolean,
  command: CommandText,
  context: EntryContext,
): readonly RuleFinding[] {
  const { name, start, end, quote } = variable
  const at = command.at(start)
  const written = command.text.slice(start, end)
  const { event } = context.entry
  if (!exportedFields.has(name)) {
    const message = `${written} is not a variable that hooks get, so it is empty: Hookline substitutes nothing in a command`
    return [{ at, message, hint: `${stdin}${suggestion(name, event)}` }]
  }
  if (!Object.hasOwn(eventRows[event].input, name))
    return [{ at, message: `${event} has no field \`${name}\`, so ${written} is empty`, hint: stdin }]
  if (quote === 'none' && !inner) {
    const message = `${written} is not quoted, so the shell splits it and expands its wildcards`
    const fix = editFix(command.edit(start, end, `"${written}"`))
    return [{ at, message, hint: `Write "${written}" with double quotes, or read the JSON on stdin.`, fix }]
  }
  if (context.file.own) return []
  const message = `only Hookline sets ${written}; in ${usualAgent.title} it is empty`
  return [{ at, message, hint: stdin, severity: 'note' }]
}

const suggestion = (name: string, event: EntryContext['entry']['event']): string =>
  /^workspace/.test(name)
    ? ` The workspace root is "$${usualAgent.variables?.project}".`
    : /file|path/i.test(name) && Object.hasOwn(eventRows[event].input, 'file_path')
      ? ' The file is in the field `file_path`; Hookline also sets it as "$file_path".'
      : ''

const findMoustaches = (command: CommandText): readonly RuleFinding[] =>
  [...command.text.matchAll(/\{\{\s*\w+\s*\}\}/g)].map((found) => ({
    at: command.at(found.index),
    message: `${found[0]} is not substituted: the hook gets this text literally`,
    hint: stdin,
  }))
