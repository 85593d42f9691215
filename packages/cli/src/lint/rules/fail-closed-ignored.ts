/** `failClosed` where nothing can be refused. */
import { eventRows } from '@hookline/core/protocol'
import type { Found, Rule } from '../rule.ts'

export const failClosedIgnored: Rule = {
  code: 'fail-closed-ignored',
  looksAt: 'entry',
  find({ entry: { event, failClosed }, at, value }): readonly Found[] {
    if (failClosed !== true || value('failClosed') === undefined || eventRows[event].gate.kind !== 'none') return []
    const message = `${event} only observes: \`failClosed\` has no effect`
    return [{ at: at('failClosed'), message, hint: 'Remove it, or move the hook to the gate before the act.' }]
  },
}
