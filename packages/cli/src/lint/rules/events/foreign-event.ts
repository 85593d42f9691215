/** Another agent's event: in a hooks.json it costs the whole file. */
import type { Rule } from '../../rule.ts'
import { wholeFile } from './unknown-event.ts'

export const foreignEvent: Rule = { code: 'foreign-event', checks: 'problem', refine: wholeFile }
