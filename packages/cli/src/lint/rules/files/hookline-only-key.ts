/** Reports keys of a hooks.json that only Hookline reads, each once. */
import { usualAgent } from '@hookline/core/agents'
import { memberOf } from '../../../json-document.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const ours = ['checkedCopy', 'description', 'name', 'sandbox', 'timeout_ms', 'warm']

export const hooklineOnlyKey: Rule = {
  code: 'hookline-only-key',
  checks: 'file',
  find({ own, agent, entries, document }): readonly RuleFinding[] {
    if (own || agent !== undefined) return []
    return ours.flatMap((key) => {
      const first = entries.map(({ node }) => memberOf(node, key)).find((member) => member !== undefined)
      if (first === undefined) return []
      const message = `Hookline reads \`${key}\`, but ${usualAgent.title} ignores it`
      return [
        {
          at: document.at(first.keyNode.offset),
          message,
          hint: 'If only Hookline reads this file, you can ignore this.',
        },
      ]
    })
  },
}
