/** `--event <e>`: an event's name, with a word of help where it is not one. */
import { describeSuggestion, suggestEvent } from '@hookline/core/node'
import { type EventName, eventNames, isEventName } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'

export function eventFlag(name: string | undefined, flag = '--event'): EventName {
  if (name === undefined) throw new UsageError(`which event? ${flag} <event>, one of ${eventNames.join(', ')}`)
  if (isEventName(name)) return name
  const meant = describeSuggestion(name, suggestEvent(name)) || begun(name)
  throw new UsageError(`there is no event ${JSON.stringify(name)}${meant === '' ? '' : `; ${meant}`}`)
}

/** Not typed to its end: `beforeShell`. */
function begun(name: string): string {
  const all = name.length < 3 ? [] : eventNames.filter((one) => one.toLowerCase().startsWith(name.toLowerCase()))
  return all.length === 0 ? '' : `did you mean ${all.map((one) => JSON.stringify(one)).join(' or ')}?`
}
