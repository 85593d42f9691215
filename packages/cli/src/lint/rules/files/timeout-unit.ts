/**
 * Adds a fix for milliseconds in a field that takes seconds. 3600 may be an hour, so only multiples of 500 from 1000 on are
 * divided by 1000.
 */
import { keyOf } from '../../../json-document.ts'
import { editFix, type Rule } from '../../rule.ts'

export const timeoutUnit: Rule = {
  code: 'timeout-unit',
  checks: 'problem',
  refine({ line, column }, { document }) {
    const offset = document.offset({ line, column })
    const node = document.nodeAt(offset)
    const given = node?.value
    if (node === undefined || keyOf(node) !== 'timeout') return undefined
    if (typeof given !== 'number' || given < 1000 || given % 500 !== 0) return undefined
    return { fix: editFix({ offset, length: node.length, text: String(given / 1000) }) }
  },
}
