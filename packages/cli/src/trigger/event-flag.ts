/** Reads the name of an event and suggests one if it is unknown. */
import { describeSuggestion, suggestEvent } from '@hookline/core/node'
import { type EventName, eventNames, isEventName } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'

export function eventFlag(name: string | undefined, flag = '--event'): EventName {
  if (name === undefined) throw new UsageError(`name an event: ${flag} <event>. Events: ${eventNames.join(', ')}`)
  if (isEventName(name)) return name
  const suggestion = describeSuggestion(name, suggestEvent(name)) || suggestByPrefix(name)
  const hint = suggestion === '' ? 'To list the events: hookline explain --help' : suggestion
  throw new UsageError(`unknown event ${JSON.stringify(name)}. ${hint}`)
}

/** Suggests events for an unfinished name, such as `beforeShell`. */
function suggestByPrefix(name: string): string {
  const all = name.length < 3 ? [] : eventNames.filter((one) => one.toLowerCase().startsWith(name.toLowerCase()))
  return all.length === 0 ? '' : `Did you mean ${all.map((one) => JSON.stringify(one)).join(' or ')}?`
}
