/** Variables with the beginning of an agent's that the agent has never set. */
import { type Agent, agents, usualAgent } from '@hookline/core/agents'
import { variablesOf } from '../../commands/shell-words.ts'
import type { CommandText } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const others = agents.filter((agent) => agent !== usualAgent)

/** The agent that has variables with this beginning, and not this one. */
export const inventedFor = (name: string): Agent | undefined =>
  others.find(
    ({ variables }) =>
      variables?.known !== undefined && name.startsWith(variables.prefix) && !variables.known.test(name),
  )

export const variableOfAgent: Rule = {
  code: 'claude-invented-variable',
  checks: 'file',
  find: ({ commands }) => commands.flatMap(inCommand),
}

const inCommand = (command: CommandText): readonly RuleFinding[] =>
  variablesOf(command.text)
    .filter(({ name }) => !new RegExp(`\\b${name}=`).test(command.text))
    .flatMap(({ name, start }) => {
      const agent = inventedFor(name)
      if (agent === undefined) return []
      const message = `${agent.title} sets no variable ${name}: it is empty`
      return [{ at: command.at(start), message, hint: `Read the JSON on stdin${fieldFor(name)}.` }]
    })

export function fieldFor(name: string): string {
  if (/FILE/.test(name)) return ': `tool_input.file_path`'
  if (/TOOL_NAME/.test(name)) return ': `tool_name`'
  if (/TOOL/.test(name)) return ': `tool_input`'
  return /NOTIF|MESSAGE/.test(name) ? ': `message`' : ''
}
