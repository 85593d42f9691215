/** Milliseconds in a field of seconds. 3600 may be an hour, so only round thousands and half thousands are divided. */
import { memberOf } from '../document.ts'
import { edit, type Rule } from '../rule.ts'

export const timeoutUnit: Rule = {
  code: 'timeout-unit',
  looksAt: 'problem',
  refine({ line, column }, { document, entries }) {
    const offset = document.offset({ line, column })
    const node = entries.map(({ value }) => value('timeout')).find((value) => value?.offset === offset)
    const given = node?.value
    if (node === undefined || typeof given !== 'number' || given < 1000 || given % 500 !== 0) return undefined
    if (memberOf(node.parent?.parent, 'timeout')?.value !== node) return undefined
    return { fix: edit({ offset, length: node.length, text: String(given / 1000) }) }
  },
}
