/** Checks the fields that a rule's conditions test. A field that its event never has is most likely a typo. */

import { nearest } from '../../agents/suggest.ts'
import { commonFields, reducedFields } from '../../protocol/common.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { TRANSCRIPT } from '../../rules/rule.ts'
import { type At, type Node, plain } from '../jsonc.ts'
import type { Reader } from '../reader.ts'

export function checkFields(when: Node, event: EventName, reader: Reader): void {
  const known = fieldNamesOf(event)
  for (const { at, paths } of findFields(when)) {
    const unknown = paths.map((path) => path.split('.', 1)[0] ?? '').filter((name) => !known.includes(name))
    for (const name of unknown) {
      const near = nearest(name, known)
      // A list of fields may serve several events, so one known field is enough, unless another is clearly a typo.
      if (near === undefined && unknown.length < paths.length) continue
      const own = Object.keys(eventRows[event].input).join(', ')
      const meant = near === undefined ? `Its fields are ${own}.` : `Did you mean "${near}"?`
      reader.report('unknown-field', at, `${event} has no field "${name}", so the condition is never true`, meant)
    }
  }
}

/** Collected once for each event, however many rules it has. */
const fieldNames = new Map<EventName, readonly string[]>()
function fieldNamesOf(event: EventName): readonly string[] {
  const names = fieldNames.get(event) ?? collectFieldNames(event)
  fieldNames.set(event, names)
  return names
}

function collectFieldNames(event: EventName): readonly string[] {
  const { input, common, older } = eventRows[event]
  const earlier = older.flatMap(({ name, inside }) => (inside === undefined ? [name] : []))
  return [...Object.keys({ ...input, ...(common === 'all' ? commonFields : reducedFields) }), ...earlier, TRANSCRIPT]
}

/** The fields of every condition, at any depth. */
function findFields(node: Node): readonly { readonly at: At; readonly paths: readonly string[] }[] {
  if (node.kind === 'list') return node.items.flatMap(findFields)
  if (node.kind !== 'object') return []
  return node.members.flatMap(({ key, value }) =>
    // `readRule` has checked that `field` is a string or a list of strings.
    key === 'field' ? [{ at: value.at, paths: [plain(value)].flat() as readonly string[] }] : findFields(value),
  )
}
