/** Reports `failClosed`, or `onFailure` in a Claude Code file, at an event that cannot refuse anything. */
import { callsHookline } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Rule, RuleFinding } from '../../rule.ts'

export const failClosedIgnored: Rule = {
  code: 'fail-closed-ignored',
  checks: 'entry',
  find({ entry, at, value }): readonly RuleFinding[] {
    const { event, failClosed } = entry
    // `connect` writes it for what Hookline does at this event: a rewritten read, or a gate that is asked again.
    if (failClosed !== true || eventRows[event].gate.kind !== 'none' || callsHookline(entry)) return []
    const key = ['failClosed', 'onFailure'].find((name) => value(name) !== undefined)
    if (key === undefined) return []
    const message = `${event} cannot refuse anything, so \`${key}\` has no effect`
    return [{ at: at(key), message, hint: `Remove it, or move the hook to an event that runs before the action.` }]
  },
}
