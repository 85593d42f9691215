/** Adds a fix for other agents' tool names in a matcher: renames all of them at once and removes duplicates. */

import { sameName } from '../../../same-name.ts'
import { ownTools, toOwnTool } from '../../context/tools.ts'
import { editFix, type Rule } from '../../rule.ts'

export const foreignTool: Rule = {
  code: 'foreign-tool',
  checks: 'problem',
  refine({ line, column }, { document }) {
    const offset = document.offset({ line, column })
    const node = document.nodeAt(offset)
    const [, open, list, close] = /^(\^?\(?)([\w:|-]+)(\)?\$?)$/.exec(String(node?.value)) ?? []
    if (node === undefined || list === undefined) return undefined
    const words = list.split('|')
    const renamed = [...new Set(words.map((word) => toOwnTool(word) ?? sameName(word, ownTools) ?? word))]
    if (words.every((word) => toOwnTool(word) === undefined)) return undefined
    return {
      fix: editFix({ offset, length: node.length, text: JSON.stringify(`${open}${renamed.join('|')}${close}`) }),
    }
  },
}
