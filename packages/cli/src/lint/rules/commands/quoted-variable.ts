/** `bash '$HOME/x.sh'`: single quotation marks and `\$` keep the shell from putting the directory in. */
import { directoryVariables } from '@hookline/core/agents'
import { variablesOf, type Word, wordsOf } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const quotedVariable: Rule = {
  code: 'missing-script',
  checks: 'file',
  find: ({ commands, facts }) => (facts.system === 'win32' ? [] : commands.flatMap(inCommand)),
}

const names = [...directoryVariables, 'HOOKLINE_PROJECT_DIR', 'HOME', 'PWD']
const directory = new RegExp(`^\\$\\{?(?:${names.join('|')})\\}?/[^\\s;|&<>()"'\`]+$`)

function inCommand(command: CommandText): readonly RuleFinding[] {
  const { text } = command
  if (/^\s*(?:pwsh|powershell|cmd)(?:\.exe)?\b/i.test(text)) return []
  const words = wordsOf(text)
  return words
    .filter((word, at) => directory.test(word.text) && isLiteral(text, word) && !isProgram(words[at - 1]))
    .map((word) => ({
      at: command.at(word.start),
      message: `the shell does not put a value in for the variable of ${text.slice(word.start, word.end)}: no file has that name`,
      hint: `Write "${word.text}" in double quotation marks.`,
      severity: 'error' as const,
    }))
}

const isLiteral = (text: string, { start, end }: Word): boolean =>
  text.slice(start, end).includes('\\$') ||
  variablesOf(text).some((one) => one.start >= start && one.end <= end && one.quote === 'single')

/** After `-c` or `eval` the text is read by another shell, which knows the variable. */
const isProgram = (before: Word | undefined): boolean => /^(?:-[a-z]*c|eval|trap|-S)$/.test(before?.text ?? '')
