/** Reports `bash '$HOME/x.sh'`: in single quotes or after a backslash the shell does not expand the variable. */
import { directoryVariables } from '@hookline/core/agents'
import { findVariables, splitWords, type Word } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const quotedVariable: Rule = {
  code: 'missing-script',
  checks: 'file',
  find: ({ commands, facts }) => (facts.system === 'win32' ? [] : commands.flatMap(checkCommand)),
}

const names = [...directoryVariables, 'HOOKLINE_PROJECT_DIR', 'HOME', 'PWD']
const directory = new RegExp(`^\\$\\{?(?:${names.join('|')})\\}?/[^\\s;|&<>()"'\`]+$`)

function checkCommand(command: CommandText): readonly RuleFinding[] {
  const { text } = command
  if (/^\s*(?:pwsh|powershell|cmd)(?:\.exe)?\b/i.test(text)) return []
  const words = splitWords(text, 'escapes')
  return words
    .filter((word, at) => directory.test(word.text) && isLiteral(text, word) && !isProgram(words[at - 1]))
    .map((word) => ({
      at: command.at(word.start),
      message: `the shell does not expand the variable in ${text.slice(word.start, word.end)}, and no file has that name`,
      hint: `Write "${word.text}" with double quotes.`,
      severity: 'error' as const,
    }))
}

const isLiteral = (text: string, { start, end }: Word): boolean =>
  text.slice(start, end).includes('\\$') ||
  findVariables(text).some((one) => one.start >= start && one.end <= end && one.quote === 'single')

/** After `-c` or `eval` another shell reads the text and expands the variable. */
const isProgram = (before: Word | undefined): boolean => /^(?:-[a-z]*c|eval|trap|-S)$/.test(before?.text ?? '')
