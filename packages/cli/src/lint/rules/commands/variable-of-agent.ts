/** Reports variables that begin like an agent's own variables but that the agent does not set. */
import { type Agent, agents, usualAgent } from '@hookline/core/agents'
import { findVariables } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const others = agents.filter((agent) => agent !== usualAgent)

/** The agent whose variables begin like this name, if it does not set a variable of this name. */
export const inventedFor = (name: string): Agent | undefined =>
  others.find(
    ({ variables }) =>
      variables?.known !== undefined && name.startsWith(variables.prefix) && !variables.known.test(name),
  )

export const variableOfAgent: Rule = {
  code: 'claude-invented-variable',
  checks: 'file',
  find: ({ commands }) => commands.flatMap(checkCommand),
}

const checkCommand = (command: CommandText): readonly RuleFinding[] =>
  findVariables(command.text)
    .filter(({ name }) => !new RegExp(`\\b${name}=`).test(command.text))
    .flatMap(({ name, start }) => {
      const agent = inventedFor(name)
      if (agent === undefined) return []
      const message = `${agent.title} does not set ${name}, so it is empty`
      return [{ at: command.at(start), message, hint: `Read the JSON on stdin${fieldFor(name)}.` }]
    })

export function fieldFor(name: string): string {
  if (/FILE/.test(name)) return ': `tool_input.file_path`'
  if (/TOOL_NAME/.test(name)) return ': `tool_name`'
  if (/TOOL/.test(name)) return ': `tool_input`'
  return /NOTIF|MESSAGE/.test(name) ? ': `message`' : ''
}
