/** A loop without an end. */
import { eventRows } from '@hookline/core/protocol'
import { repliesOf } from '../replies.ts'
import type { Found, Rule } from '../rule.ts'

const MANY = 50

/** A hook at the end of a turn that asks for another round each time. */
export const endlessFollowUp: Rule = {
  code: 'no-loop-limit',
  looksAt: 'code',
  find(code): readonly Found[] {
    const looping = code.contexts.filter(({ entry }) => eventRows[entry.event].loops)
    if (looping.length === 0) return []
    const claude = looping.every(({ file }) => file.claude)
    const again = repliesOf(code)
      .flatMap(({ fields }) => fields)
      .find(({ name, values }) =>
        claude ? name === 'decision' && values.includes('block') : name === 'followup_message',
      )
    const stops = claude
      ? /stop_hook_active/.test(code.text) || code.reading.opaque
      : /loop_count|status|\b(?:if|case|while|for)\b|\?|&&|\|\|/.test(code.text)
    const exit =
      claude && !/stop_hook_active/.test(code.text) ? code.reading.exits.find((one) => one.code === 2) : undefined
    if (exit !== undefined) return [{ at: code.at(exit.offset), ...everyRound }]
    if (again === undefined || stops) return []
    if (claude) return [{ at: code.at(again.offset), ...everyRound }]
    const message = 'the hook asks for another round each time, until `loop_limit` ends it'
    return [{ at: code.at(again.offset), message, hint: 'Decide by `loop_count` or `status`.' }]
  },
}

const everyRound = {
  message:
    'the hook never reads `stop_hook_active`: it may block again in every round, until the cap of Claude Code ends it',
  hint: 'Let the turn end where stop_hook_active is true.',
} as const

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
