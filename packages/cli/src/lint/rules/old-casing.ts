/** The spelling of an early version, in what a script answers. */
import type { Found, Rule } from '../rule.ts'
import { codeLines } from '../scripts.ts'

const old = /\b(userMessage|agentMessage)\b(?=\\?["']?\s*:)/
const today: Readonly<Record<string, string>> = { userMessage: 'user_message', agentMessage: 'agent_message' }

export const oldCasing: Rule = {
  code: 'old-casing',
  looksAt: 'script',
  find(script): readonly Found[] {
    if (script.uses.every(({ context }) => context.file.claude) || /user_message|agent_message/.test(script.text))
      return []
    const found = codeLines(script).flatMap(({ text, line }) => {
      const word = old.exec(text)
      return word === null ? [] : [{ word: word[1] as string, at: { line, column: word.index + 1 } }]
    })
    return found
      .filter(({ word }, index) => found.findIndex((one) => one.word === word) === index)
      .map(({ word, at }) => ({
        at,
        message: `\`${word}\` is an old spelling; Cursor today drops the message`,
        hint: `Write \`${today[word]}\`.`,
      }))
  },
}
