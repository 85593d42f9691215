/** Reports an event that an agent which reads this file itself does not have: the agent then refuses the whole file. */
import { isEventName } from '@hookline/core/protocol'
import { agentsWithout } from '../../../connect/agents-without.ts'
import { memberOf, membersOf } from '../../../json-document.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

/** `without` names the agents that read files of a source and lack an event. Tests pass their own. */
export const lacksEvent = (without: typeof agentsWithout): Rule => ({
  code: 'agent-lacks-event',
  checks: 'file',
  find({ own, agent, source, document, entries }): readonly RuleFinding[] {
    if (own || agent !== undefined) return []
    return membersOf(memberOf(document.tree, 'hooks')?.value).flatMap(({ key: event, keyNode }) => {
      const agents = isEventName(event) ? without(event, source).join(' and ') : ''
      if (agents === '') return []
      const others = entries.filter(({ entry }) => entry.event !== event).length
      const lost =
        others === 0
          ? ''
          : `, so ${others === 1 ? 'the other hook' : `the other ${others} hooks`} in this file never run there`
      const message = `${agents} has no event ${event} and refuses the whole file${lost}`
      const hint = `Move ${event} to a hookline.json (.hookline/hookline.json in a workspace): only Hookline reads that file.`
      return [{ at: document.at(keyNode.offset), message, hint }]
    })
  },
})

export const agentLacksEvent = lacksEvent(agentsWithout)
