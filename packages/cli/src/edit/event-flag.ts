/** `--event <e>`: an event's name, with a word of help where it is not one. */
import { inWords, suggestEvent } from '@hookline/core/node'
import { type EventName, eventNames, isEventName } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'

export function eventFlag(name: string | undefined, flag = '--event'): EventName {
  if (name === undefined) throw new UsageError(`which event? ${flag} <event>, one of ${eventNames.join(', ')}`)
  if (isEventName(name)) return name
  const meant = inWords(name, suggestEvent(name))
  throw new UsageError(`there is no event ${JSON.stringify(name)}${meant === '' ? '' : `; ${meant}`}`)
}
