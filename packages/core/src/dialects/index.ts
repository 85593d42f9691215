/** The family's table: every dialect by the name that entries and `--host` use. */
import type { Dialect } from '../ports.ts'
import { claude } from './claude.ts'
import { cursor } from './cursor.ts'
import { summary } from './summary.ts'

export const dialects: Readonly<Record<string, Dialect>> = { cursor, claude, summary }
export { claude, cursor, summary }
