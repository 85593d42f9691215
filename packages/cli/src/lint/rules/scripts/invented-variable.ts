/** Reports scripts that read environment variables which no agent sets. */
import { usualAgent } from '@hookline/core/agents'
import { readDocument } from '../../../json-document.ts'
import type { CodeContext, EntryContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { fieldFor, inventedFor } from '../commands/variable-of-agent.ts'

/** Names that other tools use for a part of the event, or that people expect. */
const partOfEvent =
  /^(?:(?:HOOK|AGENT|HOOKLINE)_(?:TOOL|FILE|COMMAND|CMD|EVENT|INPUT|PROMPT|EDIT|SHELL|MESSAGE|PAYLOAD|ARGS|HOOK|OUTPUT|CONTENT)\w*|TOOL_(?:INPUT|NAME|ARGS|OUTPUT|RESULT|USE)\w*|HOOK_(?:INPUT|EVENT|PAYLOAD)\w*|TOOL_INPUT)$/
/** Settings that people define for their own scripts, with a name that begins like the agent's variables. */
const setting =
  /_(?:API_KEY|TOKEN|DEBUG|VERBOSE|LOG\w*|LEVEL|SKIP\w*|DISABLED?|ENABLED?|BYPASS|OFF|MODE|STATE\w*|CACHE\w*)$/

const isPartOfEvent = (name: string): boolean => partOfEvent.test(name) && !setting.test(name)
const { prefix = '', known = /^/ } = usualAgent.variables ?? {}
const isUsualInvented = (name: string): boolean => name.startsWith(prefix) && !known.test(name) && !setting.test(name)
const isOtherInvented = (name: string): boolean => inventedFor(name) !== undefined && !setting.test(name)

/** In a script that never reads the event, these names can only mean a part of it. */
const likely =
  /^(?:SHELL_COMMAND|COMMAND|CMD|FILE|FILE_PATH|FILEPATH|FILENAME|EDITED_FILE|CHANGED_FILE|PROMPT|USER_PROMPT|INPUT|PAYLOAD|EVENT|EVENT_NAME|EVENT_DATA|HOOK_\w+|TOOL\w*)$/

export const inventedVariable: Rule = {
  code: 'invented-variable',
  checks: 'code',
  find: (code) => [
    ...missingArgument(code),
    ...readsIn(
      code,
      (name) => isPartOfEvent(name) || isUsualInvented(name) || (!code.reading.readsStdin && likely.test(name)),
      (name) => `no agent sets the variable ${name}, so it is empty`,
    ),
  ],
}

/** Reports `$1` in a script that the command starts without an argument. */
function missingArgument(code: CodeContext): readonly RuleFinding[] {
  const read = code.reading.variables.find(({ argument, expected }) => argument === true && !expected)
  const given = code.script?.uses.some(({ context: { command, entry }, script: { range } }) => {
    const rest = command?.text.slice(range?.end ?? 0).replace(/^["']/, '') ?? ''
    return (
      entry.args !== undefined ||
      range === undefined ||
      /^\s+[^\s;&|<>\d]/.test(rest) ||
      /^\s+\d+(?!\s*[<>])/.test(rest)
    )
  })
  if (read === undefined || given !== false || code.reading.readsStdin) return []
  return [
    {
      at: code.at(read.offset),
      message: `${read.name} is empty, because the command passes no argument to the script`,
      hint: 'The event comes as JSON on stdin.',
    },
  ]
}

export const variableOfAgentInScript: Rule = {
  code: 'claude-invented-variable',
  checks: 'code',
  // The rule for files checks the text of commands.
  find: (code) =>
    code.script === undefined
      ? []
      : readsIn(code, isOtherInvented, (name) => `${inventedFor(name)?.title} does not set ${name}, so it is empty`),
}

/** True if the command sets the variable (`X=1 ./a.sh`), or the hooks file does under `env`. */
const isSetFor = (contexts: readonly EntryContext[], name: string): boolean =>
  contexts.some(
    ({ command, file }) =>
      new RegExp(`(?:^|\\s)${name}=`).test(command?.text ?? '') || file.document.text.includes(`"${name}":`),
  )

/** How languages read a variable that `check` does not analyse as programs. */
const otherRead = /\$env:([A-Z]\w+)|\bENV(?:\.fetch\(|\[|\{)["']?([A-Z]\w+)|\b[Gg]etenv\(["']([A-Z]\w+)/g

export const inventedElsewhere: Rule = {
  code: 'invented-variable',
  checks: 'script',
  find({ text, path, language, uses }): readonly RuleFinding[] {
    if (!/^(perl|php|lua|go)$/.test(language)) return []
    const document = readDocument(path, text)
    const contexts = uses.map(({ context }) => context)
    return [...text.matchAll(otherRead)].flatMap((found) => {
      const name = found[1] ?? found[2] ?? found[3] ?? ''
      const isInvented = isPartOfEvent(name) || isUsualInvented(name) || isOtherInvented(name)
      const isWritten = /^["'\]})]*\s*=(?!=)/.test(text.slice(found.index + found[0].length))
      if (!isInvented || isWritten || isSetFor(contexts, name)) return []
      const message = `no agent sets the variable ${name}, so it is empty`
      return [{ at: document.at(found.index), message, hint: `Read the JSON on stdin${fieldFor(name)}.` }]
    })
  },
}

function readsIn(
  code: CodeContext,
  isInvented: (name: string) => boolean,
  message: (name: string) => string,
): readonly RuleFinding[] {
  const found = code.reading.variables.filter(
    ({ name, expected, argument }) =>
      !expected && argument !== true && isInvented(name) && !isSetFor(code.contexts, name),
  )
  return found
    .filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
    .map(({ name, offset }) => ({
      at: code.at(offset),
      message: message(name),
      hint: `Read the JSON on stdin${fieldFor(name)}.`,
    }))
}
