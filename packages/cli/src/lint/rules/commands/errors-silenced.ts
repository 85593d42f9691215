/** Reports `|| true` at the end of a command: it hides every failure of the hook. */
import { isGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const hidesFailure = /(?:2>\s*\/dev\/null\s*)?(?:\|\||;)\s*(?:true|:|exit 0)\s*(?=["']?\s*(?:#.*)?$)/

export const errorsSilenced: Rule = {
  code: 'errors-silenced',
  checks: 'entry',
  find({ command, entry: { event } }): readonly RuleFinding[] {
    const found = command === undefined ? null : hidesFailure.exec(command.text)
    if (command === undefined || found === null) return []
    const gate = isGate(event)
    const message = gate
      ? `\`${found[0].trim()}\` discards every exit code: a refusal with exit code 2, a crash and a missing script all count as allow`
      : `\`${found[0].trim()}\` hides every failure: a missing or crashing script looks as if it worked`
    const hint = 'Remove it, and see failures with `hookline log`. `failClosed` decides what a failure means.'
    return [{ at: command.at(found.index), message, hint, severity: gate ? 'warning' : 'note' }]
  },
}
