/** Adds to a problem about an unknown event what the usual agent then does with the rest of the file. */
import { usualAgent } from '@hookline/core/agents'
import type { Problem } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Finding, type Rule } from '../../rule.ts'

export const unknownEvent: Rule = {
  code: 'unknown-event',
  checks: 'problem',
  refine: (problem, file) => ({ ...explainWholeFile(problem, file), ...fixCase(problem, file) }),
}

export function explainWholeFile({ hint }: Problem, { own, agent, entries }: FileContext): Partial<Finding> {
  if (own || agent !== undefined) return {}
  const many =
    entries.length === 1
      ? 'the other hook in it does not run either'
      : `the other ${entries.length} hooks in it do not run either`
  const others = entries.length === 0 ? '' : `, so ${many}`
  const sentence = /[.?]$/.test(hint) ? hint : `${hint}.`
  return { hint: `${sentence} ${usualAgent.title} ignores the WHOLE file if it does not know an event${others}.` }
}

/** Fixes the case of an event name, which is safe. Another agent's event name may have entries in that agent's format, so it gets no fix. */
function fixCase({ line, column, hint }: Problem, { document, agent }: FileContext): Partial<Finding> {
  const offset = document.offset({ line, column })
  const written = /^"(\w+)"/.exec(document.text.slice(offset, offset + 80))?.[1]
  const meant = eventNames.find((name) => name.toLowerCase() === written?.toLowerCase())
  if (agent !== undefined || / is a name of /.test(hint) || written === undefined || meant === undefined) return {}
  return { fix: editFix({ offset: offset + 1, length: written.length, text: meant }) }
}
