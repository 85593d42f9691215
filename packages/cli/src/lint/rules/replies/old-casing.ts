/** Reports reply fields in the spelling of an early version, or in camel case that no version had. */
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
/** Matches a key of an object or a field that is set, but not a variable or a field of a type. */
const old = new RegExp(
  `(?<!\\b(?:const|let|var)\\s+)\\b(${names})\\b(?=\\\\?["']?\\s*(?::(?!\\s*(?:string|boolean|unknown|Record)\\b)|=>))` +
    `|(?<=[.]|\\[["'])(${names})\\b(?=["']?\\]?\\s*=(?!=))`,
)

export const oldCasing: Rule = {
  code: 'old-casing',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    // A script for two agents uses the fields of both.
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
        message: `${usualAgent.title} no longer reads \`${word}\` and drops the field`,
        hint: `Write \`${today[word]}\`.`,
      }))
  },
}
