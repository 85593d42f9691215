/** Makes a hook without a script: a rule in hookline.json, which Hookline evaluates itself. */
import type { JsonObject } from '@hookline/core/protocol'
import { forbidden, type Model, type Reply } from './model.ts'

/** The entry of a rule. Undefined if the event reads nothing that a rule could reply. */
export function ruleEntry(model: Model): JsonObject | undefined {
  const { kind, field, event, usual, special = {} } = model
  if (kind === 'observes') return undefined
  if (kind === 'refuses')
    return {
      type: 'rule',
      rule: { when: { field, regex: `\\b${forbidden}\\b` }, verdict: 'deny', ...fieldsOf(special) },
    }
  if (kind === 'follows-up')
    return {
      type: 'rule',
      loop_limit: 1,
      rule: { when: { field: 'status', equals: 'completed' }, ...fieldsOf(special) },
    }
  return { type: 'rule', rule: { when: { field: 'hook_event_name', equals: event }, ...fieldsOf(usual) } }
}

/** The reply without its verdict, which a rule writes in another way. */
const fieldsOf = ({ permission: _, continue: __, ...fields }: Reply): JsonObject => fields
