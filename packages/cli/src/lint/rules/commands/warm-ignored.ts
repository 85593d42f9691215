/** Reports hooks with `warm` that are never started ahead of time, because of their type or their sandbox (CONTRACT §5, §19). */
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

function whyIgnored({ type, warm, sandbox = 'none' }: Entry): string | undefined {
  if (type !== 'command') return `a hook of type "${type}" has no process of its own`
  return warm === true && sandbox !== 'none' ? `its sandbox ("${sandbox}") is made for one run` : undefined
}
