/** Reports `failClosed`, or `onFailure` in a Claude Code file, at an event that cannot refuse anything. */
import { eventRows } from '@hookline/core/protocol'
import type { Rule, RuleFinding } from '../../rule.ts'

export const failClosedIgnored: Rule = {
  code: 'fail-closed-ignored',
  checks: 'entry',
  find({ entry: { event, failClosed }, at, value }): readonly RuleFinding[] {
    if (failClosed !== true || eventRows[event].gate.kind !== 'none') return []
    const key = ['failClosed', 'onFailure'].find((name) => value(name) !== undefined)
    if (key === undefined) return []
    const message = `${event} cannot refuse anything, so \`${key}\` has no effect`
    return [{ at: at(key), message, hint: `Remove it, or move the hook to an event that runs before the action.` }]
  },
}
