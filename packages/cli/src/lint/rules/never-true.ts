/** A comparison with a tool or an event that the script is never called for. */
import { claudeEvents, eventNames } from '@hookline/core/protocol'
import type { Comparison } from '../code/reading.ts'
import type { CodeContext } from '../context.ts'
import { claudeEventsOf, ownEvents } from '../replies.ts'
import type { Found, Rule } from '../rule.ts'
import { claudeNameFor, oursFor, ownTools } from '../tools.ts'

export const neverTrue: Rule = {
  code: 'never-true',
  looksAt: 'code',
  find(code): readonly Found[] {
    const found = code.reading.comparisons.flatMap((one) => {
      const right =
        one.field === 'tool_name'
          ? toolFor(one, code)
          : one.field === 'hook_event_name'
            ? eventFor(one, code)
            : undefined
      return right === undefined ? [] : [{ ...one, right }]
    })
    return found
      .filter(({ word }, at) => found.findIndex((one) => one.word === word) === at)
      .map(({ field, word, offset, right }) => ({
        at: code.at(offset),
        message: `\`${field}\` is never ${JSON.stringify(word)} here: the condition never holds`,
        hint: `Compare with ${JSON.stringify(right)}.`,
      }))
  },
}

/** The right name of the tool, where the agent of this script calls it otherwise and the script does not know that name. */
function toolFor({ word }: Comparison, code: CodeContext): string | undefined {
  const [own, claude] = [ownEvents(code).length > 0, claudeEventsOf(code).length > 0]
  if (own === claude) return undefined
  const right = own ? (oursFor(word) ?? ownTools.find((name) => isOtherCase(name, word))) : claudeNameFor(word)
  return right === undefined || right === word || isMentioned(right, code) ? undefined : right
}

/** The event that the script is called for, where it compares with the name of another one and knows no right one. */
function eventFor({ word }: Comparison, code: CodeContext): string | undefined {
  const called = [...ownEvents(code), ...claudeEventsOf(code).flatMap(claudeNamesOf)]
  const all = [...eventNames, ...Object.keys(claudeEvents)]
  if (called.some((name) => isMentioned(name, code)) || called.includes(word)) return undefined
  return all.some((name) => name.toLowerCase() === word.toLowerCase()) ? called[0] : undefined
}

const claudeNamesOf = (event: string): readonly string[] =>
  Object.keys(claudeEvents).filter((name) => claudeEvents[name] === event)

const isOtherCase = (name: string, word: string): boolean => name !== word && name.toLowerCase() === word.toLowerCase()

const isMentioned = (name: string, { text }: CodeContext): boolean => new RegExp(`\\b${name}\\b`).test(text)
