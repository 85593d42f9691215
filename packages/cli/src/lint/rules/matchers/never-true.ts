/** Reports a comparison with a tool or an event for which the script never runs. */
import { agents } from '@hookline/core/agents'
import { eventNames } from '@hookline/core/protocol'
import type { Comparison } from '../../code/reading.ts'
import type { CodeContext } from '../../context/context.ts'
import { correctToolName, ownTools, toOwnTool } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { type AgentUse, agentUsesOf, ownEvents } from '../../scripts/replies.ts'

export const neverTrue: Rule = {
  code: 'never-true',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const found = code.reading.comparisons.flatMap((one) => {
      const right =
        one.field === 'tool_name'
          ? correctTool(one, code)
          : one.field === 'hook_event_name'
            ? correctEvent(one, code)
            : undefined
      return right === undefined ? [] : [{ ...one, right }]
    })
    return found
      .filter(({ word }, at) => found.findIndex((one) => one.word === word) === at)
      .map(({ field, word, offset, right }) => ({
        at: code.at(offset),
        message: `\`${field}\` is never ${JSON.stringify(word)} here, so the condition is never true`,
        hint: `Compare with ${JSON.stringify(right)}.`,
      }))
  },
}

/** The right name of the tool, if the script's agent uses another name that does not occur in the script. */
function correctTool({ word }: Comparison, code: CodeContext): string | undefined {
  const own = ownEvents(code).length > 0
  const [other] = agentUsesOf(code)
  if (own === (other !== undefined)) return undefined
  const right =
    other === undefined
      ? (toOwnTool(word) ?? ownTools.find((name) => isOtherCase(name, word)))
      : correctToolName(other.agent, word)
  return right === undefined || right === word || isMentioned(right, code) ? undefined : right
}

/** The event that the script runs for, if the script compares with another event and never mentions the right one. */
function correctEvent({ word }: Comparison, code: CodeContext): string | undefined {
  const called = [...ownEvents(code), ...agentUsesOf(code).flatMap(namesOf)]
  const all = [...eventNames, ...agents.flatMap(({ events = {} }) => Object.keys(events))]
  if (called.some((name) => isMentioned(name, code)) || called.includes(word)) return undefined
  return all.some((name) => name.toLowerCase() === word.toLowerCase()) ? called[0] : undefined
}

const namesOf = ({ agent: { events = {} }, event }: AgentUse): readonly string[] =>
  Object.keys(events).filter((name) => events[name] === event)

const isOtherCase = (name: string, word: string): boolean => name !== word && name.toLowerCase() === word.toLowerCase()

const isMentioned = (name: string, { text }: CodeContext): boolean => new RegExp(`\\b${name}\\b`).test(text)
