/** A script that was found elsewhere: its path is written anew. The reader has looked; its words say what it found. */
import { escapeJson } from '../../../json-document.ts'
import { editFix, type Rule } from '../../rule.ts'

export const wrongDirectory: Rule = {
  code: 'wrong-directory',
  checks: 'problem',
  refine({ line, column, message, hint }, { document, root, source }) {
    const [written] = message.split(' is not in ')
    const right = /^Write "(.+)"\.$/.exec(hint)?.[1]
    if (written === undefined || right === undefined) return undefined
    const said =
      root === undefined || source !== 'project'
        ? {}
        : {
            message: `${written} is not found from the project's root`,
            hint: `Project hooks run from there; the script is at ${right}.`,
          }
    // An absolute path would be right for one machine only.
    if (/^([/\\]|[A-Za-z]:)/.test(right)) return said
    const start = document.offset({ line, column })
    const end = document.text.indexOf('\n', start)
    const places = [...document.text.slice(start, end < 0 ? undefined : end).matchAll(literally(escapeJson(written)))]
    const [only] = places
    if (only === undefined || places.length > 1) return said
    const offset = start + only.index + (only[1] ?? '').length
    return { ...said, fix: editFix({ offset, length: escapeJson(written).length, text: escapeJson(right) }) }
  },
}

/** A whole word of a command, not the end of a longer path. */
const literally = (text: string): RegExp =>
  new RegExp(`(^"|[\\s"'=])${text.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')}(?=[\\s"';|&)\\\\]|$)`, 'g')
