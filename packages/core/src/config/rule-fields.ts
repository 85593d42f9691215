/** The fields that a rule's conditions look at: one that its event never carries is most likely a slip of the finger. */

import { nearest } from '../agents/suggest.ts'
import { commonFields, reducedFields } from '../protocol/common.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { TRANSCRIPT } from '../rules/rule.ts'
import { type At, type Node, plain } from './jsonc.ts'
import type { Reader } from './reader.ts'

export function checkFields(when: Node, event: EventName, reader: Reader): void {
  const own = Object.keys(eventRows[event].input)
  const known = fieldNamesOf(event)
  for (const { at, paths } of findFields(when)) {
    const strange = paths.map((path) => path.split('.', 1)[0] ?? '').filter((name) => !known.includes(name))
    for (const name of strange) {
      const near = nearest(name, known)
      // A list may serve several events: one that is known there is enough, unless another is all but spelled right.
      if (near === undefined && strange.length < paths.length) continue
      const meant = near === undefined ? `Its own are: ${own.join(', ')}.` : `Did you mean "${near}"?`
      reader.report('unknown-field', at, `${event} has no field "${name}": the condition finds nothing there`, meant)
    }
  }
}

function fieldNamesOf(event: EventName): readonly string[] {
  const { input, common, older } = eventRows[event]
  const earlier = older.flatMap(({ name, inside }) => (inside === undefined ? [name] : []))
  return [...Object.keys({ ...input, ...(common === 'all' ? commonFields : reducedFields) }), ...earlier, TRANSCRIPT]
}

/** Of every condition, however deep. */
function findFields(node: Node): readonly { readonly at: At; readonly paths: readonly string[] }[] {
  if (node.kind === 'list') return node.items.flatMap(findFields)
  if (node.kind !== 'object') return []
  return node.members.flatMap(({ key, value }) =>
    key === 'field' ? [{ at: value.at, paths: [plain(value)].flat() as readonly string[] }] : findFields(value),
  )
}
