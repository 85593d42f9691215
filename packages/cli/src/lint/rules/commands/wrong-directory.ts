/** Adds a fix for a script that the config reader found in another directory. */
import { escapeJson } from '../../../json-document.ts'
import { editFix, type Rule } from '../../rule.ts'

export const wrongDirectory: Rule = {
  code: 'wrong-directory',
  checks: 'problem',
  refine({ line, column, script }, { document, root, source }) {
    if (script?.right === undefined) return undefined
    const { written, right } = script
    const improved =
      root === undefined || source !== 'project'
        ? {}
        : {
            message: `${written} does not exist in the project's root`,
            hint: `Project hooks run in the project's root. The script is at ${right}.`,
          }
    // An absolute path would be right on one machine only.
    if (/^([/\\]|[A-Za-z]:)/.test(right)) return improved
    const start = document.offset({ line, column })
    const end = document.text.indexOf('\n', start)
    const matches = [...document.text.slice(start, end < 0 ? undefined : end).matchAll(wholeWord(escapeJson(written)))]
    const [only] = matches
    if (only === undefined || matches.length > 1) return improved
    const offset = start + only.index + (only[1] ?? '').length
    return { ...improved, fix: editFix({ offset, length: escapeJson(written).length, text: escapeJson(right) }) }
  },
}

/** Matches a whole word of a command, not the end of a longer path. */
const wholeWord = (text: string): RegExp =>
  new RegExp(`(^"|[\\s"'=])${text.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')}(?=[\\s"';|&)\\\\]|$)`, 'g')
