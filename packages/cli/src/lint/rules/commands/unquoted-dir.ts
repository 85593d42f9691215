/** Reports an unquoted variable for the workspace: a space in the path would split the command. */
import { agents } from '@hookline/core/agents'
import { findVariables } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** The variables that commands in agents' settings use for the workspace. */
const roots: ReadonlySet<string> = new Set(agents.flatMap(({ settings }) => settings?.root ?? []))

export const unquotedDir: Rule = {
  code: 'claude-unquoted-dir',
  checks: 'file',
  find: ({ commands }) => commands.flatMap(checkCommand),
}

/** An assignment needs no quotes, because the shell does not split its value. */
const checkCommand = (command: CommandText): readonly RuleFinding[] =>
  findVariables(command.text)
    .filter(({ name, quote }) => roots.has(name) && quote === 'none')
    .filter(({ start }) => command.text[start - 1] !== '=')
    .map(({ start, end }) => {
      const written = command.text.slice(start, end)
      const message = `${written} is not quoted, so the command breaks if the directory has a space in its name`
      const fix = editFix(command.edit(start, end, `"${written}"`))
      return { at: command.at(start), message, hint: `Write "${written}"/…`, fix }
    })
