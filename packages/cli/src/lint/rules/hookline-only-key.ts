/** Keys that Hookline reads in a hooks.json and Cursor ignores; each named once. */
import { memberOf } from '../document.ts'
import type { Found, Rule } from '../rule.ts'

const ours = ['description', 'name', 'timeout_ms', 'warm']

export const hooklineOnlyKey: Rule = {
  code: 'hookline-only-key',
  looksAt: 'file',
  find({ own, claude, entries, document }): readonly Found[] {
    if (own || claude) return []
    return ours.flatMap((key) => {
      const first = entries.map(({ node }) => memberOf(node, key)).find((member) => member !== undefined)
      if (first === undefined) return []
      const message = `\`${key}\` is read by Hookline; Cursor ignores it`
      return [
        { at: document.at(first.keyNode.offset), message, hint: 'Nothing to do where only Hookline runs the file.' },
      ]
    })
  },
}
