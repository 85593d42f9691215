/** The variable for the workspace without quotes: a space in the path takes the command apart. */
import { agents } from '@hookline/core/agents'
import { variablesOf } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** The variables by which commands in agents' settings find the workspace. */
const roots: ReadonlySet<string> = new Set(agents.flatMap(({ settings }) => settings?.root ?? []))

export const unquotedDir: Rule = {
  code: 'claude-unquoted-dir',
  checks: 'file',
  find: ({ commands }) => commands.flatMap(inCommand),
}

/** An assignment needs no quotes: the shell does not split there. */
const inCommand = (command: CommandText): readonly RuleFinding[] =>
  variablesOf(command.text)
    .filter(({ name, quote }) => roots.has(name) && quote === 'none')
    .filter(({ start }) => command.text[start - 1] !== '=')
    .map(({ start, end }) => {
      const written = command.text.slice(start, end)
      const message = `${written} stands without quotes: in a directory with a space the command falls apart`
      const fix = editFix(command.edit(start, end, `"${written}"`))
      return { at: command.at(start), message, hint: `Write "${written}"/…`, fix }
    })
