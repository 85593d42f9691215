/** The spelling of an early version, or camel case that no version had, in what a script answers. */
import { usualAgent } from '@hookline/core/agents'
import type { Rule, RuleFinding } from '../../rule.ts'
import { codeLines } from '../../scripts/scripts.ts'

const today: Readonly<Record<string, string>> = {
  userMessage: 'user_message',
  agentMessage: 'agent_message',
  followupMessage: 'followup_message',
  additionalContext: 'additional_context',
  updatedInput: 'updated_input',
}
const names = Object.keys(today).join('|')
/** As a key of an object, or set on one; not the name of a variable, nor a field of a type. */
const old = new RegExp(
  `(?<!\\b(?:const|let|var)\\s+)\\b(${names})\\b(?=\\\\?["']?\\s*(?::(?!\\s*(?:string|boolean|unknown|Record)\\b)|=>))` +
    `|(?<=[.]|\\[["'])(${names})\\b(?=["']?\\]?\\s*=(?!=))`,
)

export const oldCasing: Rule = {
  code: 'old-casing',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    // A script for two agents answers in the words of both.
    if (script.uses.some(({ context }) => context.file.agent !== undefined) || /hookSpecificOutput/.test(script.text))
      return []
    const found = codeLines(script).flatMap(({ text, line }) => {
      const found = old.exec(text)
      const word = found?.[1] ?? found?.[2]
      return found === null || word === undefined || script.text.includes(today[word] ?? '')
        ? []
        : [{ word, at: { line, column: found.index + 1 } }]
    })
    return found
      .filter(({ word }, index) => found.findIndex((one) => one.word === word) === index)
      .map(({ word, at }) => ({
        at,
        message: `\`${word}\` is not ${usualAgent.title}'s spelling of today: it drops the field`,
        hint: `Write \`${today[word]}\`.`,
      }))
  },
}
