/** Environment variables that no agent sets, read inside scripts. */
import type { CodeContext } from '../context.ts'
import type { Found, Rule } from '../rule.ts'
import { fieldFor, isClaudeVariable } from './claude-invented-variable.ts'

/** Names that stand for a part of the event in other tools, or in imagination. */
const partOfEvent =
  /^(?:(?:CURSOR|HOOK|AGENT|HOOKLINE)_(?:TOOL|FILE|COMMAND|CMD|EVENT|INPUT|PROMPT|EDIT|SHELL|MESSAGE|PAYLOAD|ARGS|HOOK|OUTPUT|CONTENT)\w*|TOOL_(?:INPUT|NAME|ARGS|OUTPUT|RESULT|USE)\w*|HOOK_(?:INPUT|EVENT|PAYLOAD)\w*|TOOL_INPUT)$/
const claudePart =
  /^CLAUDE_(?:TOOL|FILE|COMMAND|EVENT|INPUT|PROMPT|HOOK|NOTIFICATION|MESSAGE|RESPONSE|OUTPUT|ARGS|EDIT)\w*$/

export const inventedVariable: Rule = {
  code: 'invented-variable',
  looksAt: 'code',
  find: (code) =>
    readsIn(
      code,
      (name) => partOfEvent.test(name),
      (name) => `no agent sets the variable ${name}: it is empty`,
    ),
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
  const found = code.reading.variables.filter(({ name, expected }) => !expected && isInvented(name))
  return found
    .filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
    .map(({ name, offset }) => ({
      at: code.at(offset),
      message: message(name),
      hint: `Read the JSON on stdin${fieldFor(name)}.`,
    }))
}
