/** `$CLAUDE_TOOL_INPUT` and other variables that Claude Code has never set. */
import type { CommandText } from '../context.ts'
import type { Found, Rule } from '../rule.ts'
import { variablesOf } from '../shell-words.ts'

const known =
  /^CLAUDE_(PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA|PLUGIN_OPTION_\w+|ENV_FILE|CONFIG_DIR|EFFORT|CODE_\w+|SESSION_ID)$/

export const isClaudeVariable = (name: string): boolean => known.test(name)

export const claudeInventedVariable: Rule = {
  code: 'claude-invented-variable',
  looksAt: 'file',
  find: ({ commands }) => commands.flatMap(inCommand),
}

const inCommand = (command: CommandText): readonly Found[] =>
  variablesOf(command.text)
    .filter(({ name }) => name.startsWith('CLAUDE_') && !isClaudeVariable(name))
    .filter(({ name }) => !new RegExp(`\\b${name}=`).test(command.text))
    .map(({ name, start }) => ({
      at: command.at(start),
      message: `Claude Code sets no variable ${name}: it is empty`,
      hint: `Read the JSON on stdin${fieldFor(name)}.`,
    }))

export function fieldFor(name: string): string {
  if (/FILE/.test(name)) return ': `tool_input.file_path`'
  if (/TOOL_NAME/.test(name)) return ': `tool_name`'
  if (/TOOL/.test(name)) return ': `tool_input`'
  return /NOTIF|MESSAGE/.test(name) ? ': `message`' : ''
}
