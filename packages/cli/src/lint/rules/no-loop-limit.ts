/** A loop without an end. */
import { eventRows } from '@hookline/core/protocol'
import type { Found, Rule } from '../rule.ts'

const MANY = 50

export const noLoopLimit: Rule = {
  code: 'no-loop-limit',
  looksAt: 'entry',
  find({ entry: { event, loopLimit }, value, at, file }): readonly Found[] {
    if (file.claude || !eventRows[event].loops || value('loop_limit') === undefined) return []
    if (loopLimit !== null && loopLimit <= MANY) return []
    const message =
      loopLimit === null
        ? '`loop_limit` null lets the hook go on without end'
        : `\`loop_limit\` ${loopLimit} is hardly a limit`
    return [{ at: at('loop_limit'), message, hint: 'Write how many rounds are enough; 5 is the default.' }]
  },
}
