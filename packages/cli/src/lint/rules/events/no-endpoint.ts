/** A prompt hook that nobody answers. */
import type { Rule, RuleFinding } from '../../rule.ts'

export const noEndpoint: Rule = {
  code: 'no-endpoint',
  checks: 'entry',
  async find({ entry, at, file }): Promise<readonly RuleFinding[]> {
    if (entry.type !== 'prompt' || entry.prompt === undefined) return []
    const why = await file.facts.noEndpoint(entry.model)
    if (why === undefined) return []
    const [message = '', ...hint] = why.split(/(?<=\.) /)
    return [
      {
        at: at(entry.model === undefined ? 'prompt' : 'model'),
        message: `on this machine the hook has nobody to ask: ${message.replace(/\.$/, '')}`,
        hint: hint.join(' '),
      },
    ]
  },
}
