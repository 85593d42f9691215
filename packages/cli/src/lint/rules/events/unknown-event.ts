/** An event that does not exist: says what the usual agent does with the rest of the file. */
import { usualAgent } from '@hookline/core/agents'
import type { Problem } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Finding, type Rule } from '../../rule.ts'

export const unknownEvent: Rule = {
  code: 'unknown-event',
  checks: 'problem',
  refine: (problem, file) => ({ ...wholeFile(problem, file), ...sameButCase(problem, file) }),
}

export function wholeFile({ hint }: Problem, { own, agent, entries }: FileContext): Partial<Finding> {
  if (own || agent !== undefined) return {}
  const many =
    entries.length === 1 ? 'the other hook here is off too' : `the other ${entries.length} hooks here are off too`
  const others = entries.length === 0 ? '' : `, so ${many}`
  const said = /[.?]$/.test(hint) ? hint : `${hint}.`
  return { hint: `${said} ${usualAgent.title} drops the WHOLE file on an event it does not know${others}.` }
}

/** Safe: nobody can have meant anything else. Another agent's name may stand over another agent's entries. */
function sameButCase({ line, column, hint }: Problem, { document, agent }: FileContext): Partial<Finding> {
  const offset = document.offset({ line, column })
  const written = /^"(\w+)"/.exec(document.text.slice(offset, offset + 80))?.[1]
  const meant = eventNames.find((name) => name.toLowerCase() === written?.toLowerCase())
  if (agent !== undefined || / is a name of /.test(hint) || written === undefined || meant === undefined) return {}
  return { fix: editFix({ offset: offset + 1, length: written.length, text: meant }) }
}
