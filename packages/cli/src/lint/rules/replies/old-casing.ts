/** Reports reply fields in the spelling of an early version, or in camel case that no version had. */
import { usualAgent } from '@hookline/core/agents'
import { replyRows } from '@hookline/core/protocol'
import type { ScriptContext } from '../../context/context.ts'
import { editFix, type Fix, type Rule, type RuleFinding } from '../../rule.ts'
import { codeLines, editIn, offsetIn } from '../../scripts/scripts.ts'

/** Every field with a separator, by its spelling in camel case. */
const today: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(replyRows).flatMap((name) => {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return camel === name ? [] : [[camel, name]]
  }),
)
const names = Object.keys(today).join('|')
/** Matches a key of an object or a field that is set, but not a variable or a field of a type. */
const old = new RegExp(
  `(?<!\\b(?:const|let|var)\\s+)\\b(${names})\\b(?=\\\\?["']?\\s*(?::(?!\\s*(?:string|boolean|unknown|Record)\\b)|=>))` +
    `|(?<=[.]|\\[["'])(${names})\\b(?=["']?\\]?\\s*=(?!=))`,
  'g',
)

export const oldCasing: Rule = {
  code: 'old-casing',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    // A script for two agents uses the fields of both.
    if (script.uses.some(({ context }) => context.file.agent !== undefined) || /hookSpecificOutput/.test(script.text))
      return []
    const found = codeLines(script).flatMap(({ text, line }) =>
      [...text.matchAll(old)].flatMap((match) => {
        const word = match[1] ?? match[2] ?? ''
        return script.text.includes(today[word] ?? '') ? [] : [{ word, at: { line, column: match.index + 1 } }]
      }),
    )
    return found
      .filter(({ at }, index) => found.findIndex((one) => one.at.line === at.line) === index)
      .filter(({ word }, index, all) => all.findIndex((one) => one.word === word) === index)
      .map(({ word, at }) => ({
        at,
        message: `${usualAgent.title} no longer reads \`${word}\` and drops the field`,
        hint: `Write \`${today[word]}\`.`,
        ...renameAll(
          word,
          found.filter((one) => one.word === word).map((one) => offsetIn(script, one.at)),
          script,
        ),
      }))
  },
}

/** Renames a field wherever it stands. If the word stands elsewhere too, as a variable or in a type, the author has to decide. */
function renameAll(word: string, offsets: readonly number[], script: ScriptContext): { readonly fix?: Fix } {
  const isOnlyField = [...script.text.matchAll(new RegExp(`\\b${word}\\b`, 'g'))].length === offsets.length
  if (!isOnlyField) return {}
  return { fix: editFix(...offsets.map((offset) => editIn(script, offset, word.length, today[word] ?? word))) }
}
