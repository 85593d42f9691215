/** Other agents' tool names in a matcher: all of them are renamed at once, each of ours kept once. */

import { oursFor } from '../../context/tools.ts'
import { edit, type Rule } from '../../rule.ts'

export const foreignTool: Rule = {
  code: 'foreign-tool',
  looksAt: 'problem',
  refine({ line, column }, { document }) {
    const offset = document.offset({ line, column })
    const node = document.nodeAt(offset)
    const [, open, list, close] = /^(\^?\(?)([\w:|-]+)(\)?\$?)$/.exec(String(node?.value)) ?? []
    if (node === undefined || list === undefined) return undefined
    const words = list.split('|')
    const renamed = [...new Set(words.map((word) => oursFor(word) ?? word))]
    if (words.every((word) => oursFor(word) === undefined)) return undefined
    return { fix: edit({ offset, length: node.length, text: JSON.stringify(`${open}${renamed.join('|')}${close}`) }) }
  },
}
