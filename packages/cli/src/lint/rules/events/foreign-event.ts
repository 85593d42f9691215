/** Adds to a problem about another agent's event that it disables the whole hooks.json. */
import type { Rule } from '../../rule.ts'
import { explainWholeFile } from './unknown-event.ts'

export const foreignEvent: Rule = { code: 'foreign-event', checks: 'problem', refine: explainWholeFile }
