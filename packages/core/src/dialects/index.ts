/** All dialects by the name that entries and `--host` use: those of the agents, and the short format `summary`. */
import { agents } from '../agents/list.ts'
import type { Dialect } from '../ports.ts'
import { summary } from './summary.ts'

const ofAgents = agents.flatMap(({ dialect }) => (dialect === undefined ? [] : [dialect]))

export const dialects: Readonly<Record<string, Dialect>> = Object.fromEntries(
  [...ofAgents, summary].map((dialect) => [dialect.name, dialect]),
)
/** The agents that `hookline run --host` supports, in the order of the list. */
export const hostNames: readonly string[] = ofAgents.map(({ name }) => name)
export { claude } from '../agents/claude/dialect.ts'
export { cursor } from '../agents/cursor/dialect.ts'
export { summary }
