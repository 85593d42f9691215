/** Labels the decision of a trial or replay the way `hookline log` labels it. */
import type { EventName } from '@hookline/core/protocol'
import type { Execution } from '../../hooktest/read/types.ts'
import { wordOf } from '../../log/record-text.ts'

export function decisionLabel(event: EventName, got: Execution): string {
  const { verdict, kind, rule, reply, runs } = got
  if (runs.length === 0 && verdict === 'allow') return 'NO HOOK RAN'
  const rewritten = reply.updated_input !== undefined || reply.updated_content !== undefined
  return wordOf({
    event,
    verdict,
    kind,
    because: { rule },
    failures: runs.filter(({ failure }) => failure !== undefined).length,
    ...(rewritten ? { originalInput: reply } : {}),
  })
}
