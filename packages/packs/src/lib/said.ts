/** What a refusal says: the rule, the reason, the way out. How to open the gate is for the person alone. */
import { ask, deny } from '@hookline/core/sdk'

export interface Reason {
  /** `<pack>/<rule>`. */
  readonly rule: string
  readonly reason: string
  /** The same for the agent, where the reason names what its call did not. */
  readonly agentReason?: string
  /** What the agent may do instead. */
  readonly instead: string
  /** What a person may do who wants it otherwise. */
  readonly cure?: string
}

const message = ({ rule, reason, agentReason = reason, instead, cure }: Reason) => {
  const user = `${rule}: ${reason} ${instead}`
  return { user: cure === undefined ? user : `${user} (${cure})`, agent: `${rule}: ${agentReason} ${instead}` }
}
export const refused = (why: Reason) => deny(message(why))
export const asked = (why: Reason) => ask(message(why))

/** A read whose content the host did not send cannot be checked, so it is refused. */
export const refuseUnread = (pack: string) =>
  refused({
    rule: `${pack}/reads`,
    reason: 'The content of this file was not sent with the event, so it cannot be checked.',
    instead: 'Ask the person for what you need from it.',
  })

export type Word = 'deny' | 'ask' | 'allow'
/** By a parameter's word; undefined where it allows. */
export const judged = (word: Word, why: Reason) =>
  word === 'deny' ? refused(why) : word === 'ask' ? asked(why) : undefined

/** A word for the log alone: no agent knows the field, and none is told. */
export const noted = (note: string): undefined => ({ note }) as unknown as undefined
