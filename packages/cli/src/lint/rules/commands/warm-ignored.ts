/** Reports hooks with `warm` that are never started ahead of time because of their sandbox (CONTRACT §5, §19). The reader reports those of another type. */
import type { Entry } from '@hookline/core/node'
import type { Rule, RuleFinding } from '../../rule.ts'

export const warmIgnored: Rule = {
  code: 'warm-ignored',
  checks: 'entry',
  find({ entry, value, at }): readonly RuleFinding[] {
    // The setting of a whole file may be meant for its other hooks.
    const why = value('warm') === undefined ? undefined : whyIgnored(entry)
    if (why === undefined) return []
    return [{ at: at('warm'), message: `\`warm\` has no effect, because ${why}`, hint: 'Remove `warm`.' }]
  },
}

const whyIgnored = ({ warm, sandbox = 'none' }: Entry): string | undefined =>
  warm === true && sandbox !== 'none' ? `its sandbox ("${sandbox}") is made for one run` : undefined
