/** Reports a hook whose reply a connected agent cannot carry out. */
import { agents } from '../../../agents.ts'
import { limitsOf } from '../../../connect/limits.ts'
import type { Rule, WorkspaceFindings } from '../../rule.ts'

export const agentLimit: Rule = {
  code: 'agent-limit',
  checks: 'workspace',
  find({ entries: contexts }): WorkspaceFindings {
    const entries = contexts.map(({ entry }) => entry)
    const limits = agents.flatMap((agent) => limitsOf(agent, entries, entries))
    return contexts.flatMap((context) =>
      limits
        .filter(({ entry }) => entry === context.entry)
        .map(({ says, fixable }) => ({
          at: context.at(''),
          message: says,
          hint: fixable ? 'Connect the agent: hookline init' : 'If a refusal is acceptable there, you can ignore this.',
          severity: fixable ? ('warning' as const) : ('note' as const),
          context,
        })),
    )
  },
}
