/** Reports a script that uses jq without checking that it is installed. */

import { checksFor, firstUse } from '../../commands/script-tools.ts'
import { isAtGate } from '../../context/event-rows.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { isShell } from '../../scripts/scripts.ts'

export const jqUnchecked: Rule = {
  code: 'jq-unchecked',
  checks: 'script',
  find(script): readonly RuleFinding[] {
    // If jq is missing on this machine, `missing-tool` reports that instead.
    if (!isShell(script) || !script.facts.onPath('jq') || checksFor(script, 'jq')) return []
    const at = firstUse(script, 'jq')
    if (at === undefined) return []
    const gate = isAtGate(script)
    const message = `the script uses jq without checking that it is installed${gate ? '; where jq is missing, the guard allows everything' : ''}`
    const hint = gate
      ? 'Begin with: command -v jq >/dev/null || { echo "jq is missing" >&2; exit 2; }'
      : 'Begin with: command -v jq >/dev/null || exit 0'
    return [{ at, message, hint, severity: gate ? 'warning' : 'note' }]
  },
}
