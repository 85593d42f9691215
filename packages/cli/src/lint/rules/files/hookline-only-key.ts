/** Keys that Hookline reads in a hooks.json and the usual agent ignores; each named once. */
import { usualAgent } from '@hookline/core/agents'
import { memberOf } from '../../../json-document.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const ours = ['description', 'name', 'timeout_ms', 'warm']

export const hooklineOnlyKey: Rule = {
  code: 'hookline-only-key',
  checks: 'file',
  find({ own, agent, entries, document }): readonly RuleFinding[] {
    if (own || agent !== undefined) return []
    return ours.flatMap((key) => {
      const first = entries.map(({ node }) => memberOf(node, key)).find((member) => member !== undefined)
      if (first === undefined) return []
      const message = `\`${key}\` is read by Hookline; ${usualAgent.title} ignores it`
      return [
        { at: document.at(first.keyNode.offset), message, hint: 'Nothing to do where only Hookline runs the file.' },
      ]
    })
  },
}
