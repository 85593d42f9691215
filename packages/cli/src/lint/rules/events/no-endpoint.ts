/** Reports a prompt hook for which this machine has no model endpoint. */
import type { Rule, RuleFinding } from '../../rule.ts'

export const noEndpoint: Rule = {
  code: 'no-endpoint',
  checks: 'entry',
  async find({ entry, at, file }): Promise<readonly RuleFinding[]> {
    if (entry.type !== 'prompt' || entry.prompt === undefined) return []
    const missing = await file.facts.noEndpoint(entry.model)
    if (missing === undefined) return []
    return [
      {
        at: at(entry.model === undefined ? 'prompt' : 'model'),
        message: `no model can answer this hook on this machine: ${missing.message}`,
        hint: missing.hint,
      },
    ]
  },
}
