/** Environment variables that no agent sets, read inside scripts. */
import type { CodeContext } from '../context.ts'
import type { Found, Rule } from '../rule.ts'
import { fieldFor, isClaudeVariable } from './claude-invented-variable.ts'

/** Names that stand for a part of the event in other tools, or in imagination. */
const partOfEvent =
  /^(?:(?:CURSOR|HOOK|AGENT|HOOKLINE)_(?:TOOL|FILE|COMMAND|CMD|EVENT|INPUT|PROMPT|EDIT|SHELL|MESSAGE|PAYLOAD|ARGS|HOOK|OUTPUT|CONTENT)\w*|TOOL_(?:INPUT|NAME|ARGS|OUTPUT|RESULT|USE)\w*|HOOK_(?:INPUT|EVENT|PAYLOAD)\w*|TOOL_INPUT)$/
const claudePart =
  /^CLAUDE_(?:TOOL|FILE|COMMAND|EVENT|INPUT|PROMPT|HOOK|NOTIFICATION|MESSAGE|RESPONSE|OUTPUT|ARGS|EDIT)\w*$/

/** Names that can only be meant for a part of the event where the script never reads it. */
const likely =
  /^(?:SHELL_COMMAND|COMMAND|CMD|FILE|FILE_PATH|FILEPATH|FILENAME|EDITED_FILE|CHANGED_FILE|PROMPT|USER_PROMPT|INPUT|PAYLOAD|EVENT|EVENT_NAME|EVENT_DATA|HOOK_\w+|TOOL\w*)$/

export const inventedVariable: Rule = {
  code: 'invented-variable',
  looksAt: 'code',
  find: (code) => [
    ...missingArgument(code),
    ...readsIn(
      code,
      (name) => partOfEvent.test(name) || (!code.reading.readsStdin && likely.test(name)),
      (name) => `no agent sets the variable ${name}: it is empty`,
    ),
  ],
}

/** `$1` of a script that the command gives no argument. */
function missingArgument(code: CodeContext): readonly Found[] {
  const read = code.reading.variables.find(({ argument, expected }) => argument === true && !expected)
  const given = code.script?.uses.some(({ context: { command, entry }, script: { place } }) => {
    const rest = command?.text.slice(place?.end ?? 0).replace(/^["']/, '') ?? ''
    return (
      entry.args !== undefined ||
      place === undefined ||
      /^\s+[^\s;&|<>\d]/.test(rest) ||
      /^\s+\d+(?!\s*[<>])/.test(rest)
    )
  })
  if (read === undefined || given !== false || code.reading.readsStdin) return []
  return [
    {
      at: code.at(read.offset),
      message: `${read.name} is empty: the command gives the script no argument`,
      hint: 'The event comes as JSON on stdin.',
    },
  ]
}

export const claudeInventedInScript: Rule = {
  code: 'claude-invented-variable',
  looksAt: 'code',
  // The text of a command is looked at by the rule for files.
  find: (code) =>
    code.script === undefined
      ? []
      : readsIn(
          code,
          (name) => claudePart.test(name) && !isClaudeVariable(name),
          (name) => `Claude Code sets no variable ${name}: it is empty`,
        ),
}

function readsIn(
  code: CodeContext,
  isInvented: (name: string) => boolean,
  message: (name: string) => string,
): readonly Found[] {
  const found = code.reading.variables.filter(
    ({ name, expected, argument }) => !expected && argument !== true && isInvented(name),
  )
  return found
    .filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
    .map(({ name, offset }) => ({
      at: code.at(offset),
      message: message(name),
      hint: `Read the JSON on stdin${fieldFor(name)}.`,
    }))
}
