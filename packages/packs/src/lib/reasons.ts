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

/** A verdict whose messages depend on the file that configures the pack. `packHook` finishes it. */
export interface Unfinished {
  readonly unfinished: 'deny' | 'ask'
  readonly why: Reason
}

export const refuse = (why: Reason): Unfinished => ({ unfinished: 'deny', why })
const askPerson = (why: Reason): Unfinished => ({ unfinished: 'ask', why })

const isUnfinished = (value: unknown): value is Unfinished =>
  typeof value === 'object' && value !== null && 'unfinished' in value

/** `source`: whose settings file configures the pack. `canAsk`: a person can be asked at the event. */
export function finish<T>(result: T | Unfinished, source: string | undefined, canAsk: boolean) {
  if (!isUnfinished(result)) return result
  const { unfinished, why } = result
  const { rule, reason, agentReason = reason, instead } = why
  const next = unfinished === 'deny' && canAsk ? 'ask' : 'allow'
  const hints = [fitHint(why.userHint, source), changeHint(rule, next, source)].filter((one) => one !== undefined)
  const user = `${rule}: ${reason} ${instead}${hints.length === 0 ? '' : ` (${hints.join('; ')})`}`
  const message = { user, agent: `${rule}: ${agentReason} ${instead}` }
  return { ...(unfinished === 'deny' ? deny(message) : ask(message)), rule }
}

/** Only its owner can change a managed pack. */
const isManaged = (source: string | undefined): boolean => source === 'enterprise' || source === 'team'

/** A command in a hint changes the pack where it is configured, or is left out if the person cannot change it. */
function fitHint(hint: string | undefined, source: string | undefined): string | undefined {
  const command = /hookline\s+add [\w-]+/
  if (hint === undefined || !command.test(hint)) return hint
  if (isManaged(source)) return undefined
  return source === 'user' ? hint.replace(command, '$& --user') : hint
}

/** The command that loosens this rule by one step. */
function changeHint(rule: string, next: 'ask' | 'allow', source: string | undefined): string | undefined {
  if (isManaged(source)) return undefined
  const [pack, id] = rule.split('/')
  const file = source === 'user' ? ' --user' : ''
  return `to change this rule: hookline add ${pack}${file} --set rules.${id}=${next}`
}

/** Refuses a read whose content the host did not send, because it cannot be checked. */
export const refuseUnread = (pack: string, levels: Levels) =>
  decide(levels.of('reads', 'deny'), {
    rule: `${pack}/reads`,
    reason: 'The content of this file was not sent with the event, so it cannot be checked.',
    instead: 'Ask the person for what you need from it.',
  })

export type Permission = 'deny' | 'ask' | 'allow'

/** The levels that the parameter `rules` of a pack sets. */
export interface Levels {
  /** What this rule decides, if it usually decides `usual`. */
  of(rule: string, usual: Permission): Permission
  /** The level is set, and lets the rule decide. */
  turnsOn(rule: string): boolean
}

/** What a rule found, and what it decides if its level is not set. */
export interface RuleFinding extends Reason {
  readonly permission: Permission
}

const rank = { deny: 0, ask: 1, allow: 2 } as const

/** The reply for the strictest finding after the levels are applied; the first of several. Undefined if all are allowed. */
export function decideStrictest(findings: readonly RuleFinding[], levels: Levels) {
  const [first] = findings
    .map((found) => ({ ...found, permission: levels.of(found.rule.split('/')[1] ?? '', found.permission) }))
    .toSorted((a, b) => rank[a.permission] - rank[b.permission])
  return first === undefined ? undefined : decide(first.permission, first)
}

/** The reply for a level; undefined for `allow`. */
export const decide = (word: Permission, why: Reason) =>
  word === 'deny' ? refuse(why) : word === 'ask' ? askPerson(why) : undefined

/** Adds a note to the log. Agents ignore the field `note`, so it is not sent to them. */
// The engine reads `note`, which is not part of the type of a reply.
export const noteInLog = (note: string): undefined => ({ note }) as unknown as undefined
