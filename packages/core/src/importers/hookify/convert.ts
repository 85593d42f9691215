/** Converts a hookify rule to entries that decide as it does, with notes about any differences. */
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { canAsk } from '../../protocol/row.ts'
import { whenOf } from './conditions.ts'
import { notesOf } from './notes.ts'
import { afterEdit, type Target, targets, there, type Written } from './targets.ts'
import type { HookifyRule, Note } from './types.ts'

export interface Converted {
  readonly event: EventName
  readonly matcher?: string
  readonly when: Written
  readonly verdict?: 'deny' | 'ask'
  /** The fields of the reply that carry the message. */
  readonly says: Readonly<Record<string, string>>
}
export interface Conversion {
  readonly rule: HookifyRule
  readonly hooks: readonly Converted[]
  readonly notes: readonly Note[]
}
export interface ConvertOptions {
  /** Rules about files apply to reads too. */
  readonly reads?: boolean
  /** For Cursor without Hookline: the message is printed after an edit. */
  readonly standalone?: boolean
}

/** The message below the rule's name, as hookify prints it. */
export const messageOf = ({ name, message }: HookifyRule): string => `**[${name}]**\n${message}`

export function convertHookify(rule: HookifyRule, options: ConvertOptions = {}): Conversion {
  const rows = targetsFor(rule, options)
  const found = rows.flatMap((target) => {
    const when = whenOf(rule, target)
    return when === undefined
      ? []
      : [{ target, when: options.standalone === true ? strictOn(rule, target, when) : when }]
  })
  const notes = notesOf(
    rule,
    found.map(({ target }) => target),
    options,
  )
  if (notes.some(({ kind }) => kind === 'disabled' || kind === 'left-out' || kind === 'never'))
    return { rule, hooks: [], notes }
  const hooks = found.flatMap(({ target, when }) => hookOf(rule, target, when))
  return { rule, hooks, notes }
}

/** A script for Cursor without Hookline cannot read the files of a patch, so a rule that blocks treats such an edit as matched. */
const strictOn = ({ action }: HookifyRule, { readable }: Target, when: Written): Written =>
  readable === undefined || action !== 'block' ? when : { any: [{ not: there(...readable) }, when] }

function targetsFor(rule: HookifyRule, { reads, standalone }: ConvertOptions): readonly Target[] {
  const namesRead = rule.toolMatcher?.split('|').includes('Read') === true
  return [...targets, ...(standalone === true ? [afterEdit] : [])].filter(
    ({ of, tools }) => of.includes(rule.event) && (!Object.hasOwn(tools, 'Read') || namesRead || reads === true),
  )
}

function hookOf(rule: HookifyRule, target: Target, when: Written): readonly Converted[] {
  const { event, matcher } = target
  const { gate, reply } = eventRows[event]
  // The user sees which rule it was. The agent sees only what to do, without a name that it could try to work around.
  const messages: Readonly<Record<string, string>> = {
    user_message: messageOf(rule),
    agent_message: rule.message || messageOf(rule),
    ...(rule.action === 'block' ? { followup_message: messageOf(rule) } : {}),
  }
  const says = Object.fromEntries(
    reply.flatMap((word) => (messages[word] === undefined ? [] : [[word, messages[word]]])),
  )
  if (Object.keys(says).length === 0 && event !== afterEdit.event) return []
  const verdict = gate.kind === 'none' ? undefined : rule.action === 'block' ? 'deny' : canAsk(gate) ? 'ask' : undefined
  return [
    { event, ...(matcher === undefined ? {} : { matcher }), when, ...(verdict === undefined ? {} : { verdict }), says },
  ]
}

export const entryName = (slug: string): string => `hookify-${slug}`

/** The entry as it is written in a hookline.json. */
export const entryOf = ({ slug }: HookifyRule, { matcher, when, verdict, says }: Converted): Written => ({
  type: 'rule',
  name: entryName(slug),
  ...(matcher === undefined ? {} : { matcher }),
  rule: { when, ...(verdict === undefined ? {} : { verdict }), ...says },
})
