/** `|| true`: a hook that cannot fail cannot be noticed failing. */
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const silenced = /(?:2>\s*\/dev\/null\s*)?(?:\|\||;)\s*(?:true|:|exit 0)\s*(?=["']?\s*(?:#.*)?$)/

export const errorsSilenced: Rule = {
  code: 'errors-silenced',
  checks: 'entry',
  find({ command, entry: { event } }): readonly RuleFinding[] {
    const found = command === undefined ? null : silenced.exec(command.text)
    if (command === undefined || found === null) return []
    const gate = isGate(event)
    const message = gate
      ? `\`${found[0].trim()}\` throws away every exit code: a refusal with exit code 2, a crash and a missing script all count as a yes`
      : `\`${found[0].trim()}\` hides every failure: a script that is missing or crashes looks like one that worked`
    const hint = 'Let it fail, and see it in hookline log; `failClosed` says what a failure means.'
    return [{ at: command.at(found.index), message, hint, severity: gate ? 'warning' : 'note' }]
  },
}
