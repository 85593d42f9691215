/** A loop without an end. */
import type { Agent } from '@hookline/core/agents'
import { eventRows } from '@hookline/core/protocol'
import type { Rule, RuleFinding } from '../../rule.ts'
import { repliesOf } from '../../scripts/replies.ts'

const MANY = 50

/** A hook at the end of a turn that asks for another round each time. */
export const endlessFollowUp: Rule = {
  code: 'no-loop-limit',
  checks: 'code',
  find(code): readonly RuleFinding[] {
    const looping = code.contexts.filter(({ entry }) => eventRows[entry.event].loops)
    if (looping.length === 0) return []
    const agents = looping.map(({ file }) => file.agent)
    const agent = agents.includes(undefined) ? undefined : agents[0]
    if (agent !== undefined && agent.fields?.events.stop?.has(goesOn) !== true) return []
    const again = repliesOf(code)
      .flatMap(({ fields }) => fields)
      .find(({ name, values }) =>
        agent !== undefined ? name === 'decision' && values.includes('block') : name === 'followup_message',
      )
    const stops =
      agent !== undefined
        ? code.text.includes(goesOn) || code.reading.opaque
        : /loop_count|status|\b(?:if|case|while|for)\b|\?|&&|\|\|/.test(code.text)
    const exit =
      agent !== undefined && !code.text.includes(goesOn) ? code.reading.exits.find((one) => one.code === 2) : undefined
    if (exit !== undefined) return [{ at: code.at(exit.offset), ...everyRound(agent) }]
    if (again === undefined || stops) return []
    if (agent !== undefined) return [{ at: code.at(again.offset), ...everyRound(agent) }]
    const message = 'the hook asks for another round each time, until `loop_limit` ends it'
    return [{ at: code.at(again.offset), message, hint: 'Decide by `loop_count` or `status`.' }]
  },
}

/** The field by which some agents say that a hook has made the turn go on already. */
const goesOn = 'stop_hook_active'
const everyRound = (agent: Agent | undefined) => ({
  message: `the hook never reads \`${goesOn}\`: it may block again in every round, until the cap of ${agent?.title} ends it`,
  hint: `Let the turn end where ${goesOn} is true.`,
})

export const noLoopLimit: Rule = {
  code: 'no-loop-limit',
  checks: 'entry',
  find({ entry: { event, loopLimit }, value, at, file }): readonly RuleFinding[] {
    if (file.agent !== undefined || !eventRows[event].loops || value('loop_limit') === undefined) return []
    if (loopLimit !== null && loopLimit <= MANY) return []
    const message =
      loopLimit === null
        ? '`loop_limit` null lets the hook go on without end'
        : `\`loop_limit\` ${loopLimit} is hardly a limit`
    return [{ at: at('loop_limit'), message, hint: 'Write how many rounds are enough; 5 is the default.' }]
  },
}
