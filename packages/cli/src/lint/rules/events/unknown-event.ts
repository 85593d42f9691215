/** Adds to a problem about an unknown event what the usual agent then does with the rest of the file. */
import { usualAgent } from '@hookline/core/agents'
import type { Problem } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import { itemsOf, memberOf } from '../../../json-document.ts'
import { sameName } from '../../../same-name.ts'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Finding, type Rule } from '../../rule.ts'

export const unknownEvent: Rule = {
  code: 'unknown-event',
  checks: 'problem',
  refine: (problem, file) => ({ ...explainWholeFile(problem, file), ...fixName(problem, file) }),
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

/**
 * Fixes the case and the separators of an event's name. A name of another agent is fixed only if its entries have the form of this
 * file, because that agent's own form needs more than another name.
 */
function fixName({ line, column, hint }: Problem, { document, agent }: FileContext): Partial<Finding> {
  const key = document.nodeAt(document.offset({ line, column }))
  const list = key?.parent?.children?.[1]
  const meant = key === undefined ? undefined : sameName(String(key.value), namesFor(agent))
  if (key === undefined || list === undefined || meant === undefined) return {}
  const isFlat = itemsOf(list).every((item) => memberOf(item, 'hooks') === undefined)
  if (agent === undefined && / is a name of /.test(hint) && !isFlat) return {}
  if (memberOf(key.parent?.parent, meant) !== undefined) return {}
  return { fix: editFix({ offset: key.offset, length: key.length, text: JSON.stringify(meant) }) }
}

const namesFor = (agent: FileContext['agent']): readonly string[] =>
  agent?.format === undefined ? eventNames : Object.keys(agent.events ?? {})
