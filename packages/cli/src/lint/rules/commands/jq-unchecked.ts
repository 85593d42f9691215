/** jq, used as if it were everywhere. */

import { asksFor, firstUse } from '../../commands/script-tools.ts'
import { isAtGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { isShell } from '../../scripts/scripts.ts'

export const jqUnchecked: Rule = {
  code: 'jq-unchecked',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    // Where it is missing, that is what is said.
    if (!isShell(script) || !script.facts.onPath('jq') || asksFor(script, 'jq')) return []
    const at = firstUse(script, 'jq')
    if (at === undefined) return []
    const gate = isAtGate(script)
    const message = `jq is used and nothing asks whether it is there${gate ? ': without it the guard lets everything through' : ''}`
    const hint = gate
      ? 'Begin with: command -v jq >/dev/null || { echo "jq is missing" >&2; exit 2; }'
      : 'Begin with: command -v jq >/dev/null || exit 0'
    return [{ at, message, hint, severity: gate ? 'warning' : 'note' }]
  },
}
