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
    const silencer = found[0].trim()
    const message = gate
      ? `\`${silencer}\` discards every exit code: a deny with exit code 2, a crash and a missing script all count as allow`
      : `\`${silencer}\` hides every failure: a missing or crashing script looks as if it worked`
    const decides = gate ? ' Set `failClosed` to decide whether a failure denies.' : ''
    const hint = `Delete \`${silencer}\` from the command. \`hookline log\` then shows failures.${decides}`
    return [{ at: command.at(found.index), message, hint, severity: gate ? 'warning' : 'note' }]
  },
}
