/** Reports hooks that can keep a turn going without end. */
import type { Agent } from '@hookline/core/agents'
import { eventRows } from '@hookline/core/protocol'
import type { Rule, RuleFinding } from '../../rule.ts'
import { repliesOf } from '../../scripts/replies.ts'

const MAX_SENSIBLE_LIMIT = 50

/** Reports a hook at the end of a turn that asks for another round every time. */
export const endlessFollowUp: Rule = {
  code: 'no-loop-limit',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const looping = code.contexts.filter(({ entry }) => eventRows[entry.event].loops)
    if (looping.length === 0) return []
    const agents = looping.map((context) => context.agent)
    const agent = agents.includes(undefined) ? undefined : agents[0]
    if (agent !== undefined && agent.fields?.events.stop?.has(activeField) !== true) return []
    const again = repliesOf(code)
      .flatMap(({ fields }) => fields)
      .find(({ name, values }) =>
        agent !== undefined ? name === 'decision' && values.includes('block') : name === 'followup_message',
      )
    const stops =
      agent !== undefined
        ? code.text.includes(activeField) || code.reading.opaque
        : /loop_count|status|\b(?:if|case|while|for)\b|\?|&&|\|\|/.test(code.text)
    const exit =
      agent !== undefined && !code.text.includes(activeField)
        ? code.reading.exits.find((one) => one.code === 2)
        : undefined
    if (exit !== undefined) return [{ at: code.at(exit.offset), ...blocksEveryRound(agent) }]
    if (again === undefined || stops) return []
    if (agent !== undefined) return [{ at: code.at(again.offset), ...blocksEveryRound(agent) }]
    const message = 'the hook asks for another round every time, until `loop_limit` stops it'
    return [
      { at: code.at(again.offset), message, hint: 'Check `loop_count` or `status` before you ask for another round.' },
    ]
  },
}

/** The field with which some agents report that a hook has already extended the turn. */
const activeField = 'stop_hook_active'
const blocksEveryRound = (agent: Agent | undefined) => ({
  message: `the hook never reads \`${activeField}\`, so it may block in every round until the limit of ${agent?.title} stops it`,
  hint: `Let the turn end if ${activeField} is true.`,
})

export const noLoopLimit: Rule = {
  code: 'no-loop-limit',
  checks: 'entry',
  find({ entry: { event, loopLimit }, value, at, file }): readonly RuleFinding[] {
    if (file.agent !== undefined || !eventRows[event].loops || value('loop_limit') === undefined) return []
    if (loopLimit !== null && loopLimit <= MAX_SENSIBLE_LIMIT) return []
    const message =
      loopLimit === null
        ? '`loop_limit` is null, so the hook may loop without end'
        : `\`loop_limit\` ${loopLimit} is too high to stop a loop in time`
    return [{ at: at('loop_limit'), message, hint: 'Write the number of rounds that is enough; the default is 5.' }]
  },
}
