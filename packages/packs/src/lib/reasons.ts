/** Builds the replies of packs. Only the person learns how to change a setting; the model gets the rule, the reason and an alternative. */
import { ask, deny } from '@hookline/core/sdk'

export interface Reason {
  /** `<pack>/<rule>`. */
  readonly rule: string
  readonly reason: string
  /** The reason for the agent, if `reason` contains something that the agent's call did not name. */
  readonly agentReason?: string
  /** What the agent can do instead. */
  readonly instead: string
  /** What the person can do to allow it. The agent does not see this. */
  readonly userHint?: string
}

const toMessages = ({ rule, reason, agentReason = reason, instead, userHint }: Reason) => {
  const user = `${rule}: ${reason} ${instead}`
  return { user: userHint === undefined ? user : `${user} (${userHint})`, agent: `${rule}: ${agentReason} ${instead}` }
}
export const refuse = (why: Reason) => deny(toMessages(why))
export const askPerson = (why: Reason) => ask(toMessages(why))

/** Refuses a read whose content the host did not send, because it cannot be checked. */
export const refuseUnread = (pack: string) =>
  refuse({
    rule: `${pack}/reads`,
    reason: 'The content of this file was not sent with the event, so it cannot be checked.',
    instead: 'Ask the person for what you need from it.',
  })

export type Permission = 'deny' | 'ask' | 'allow'
/** The reply for the value of a parameter; undefined for `allow`. */
export const decide = (word: Permission, why: Reason) =>
  word === 'deny' ? refuse(why) : word === 'ask' ? askPerson(why) : undefined

/** Adds a note to the log. Agents ignore the field `note`, so it is not sent to them. */
// The engine reads `note`, which is not part of the type of a reply.
export const noteInLog = (note: string): undefined => ({ note }) as unknown as undefined
