/** All dialects by the name that entries and `--host` use: those of the agents, and the short format `summary`. */
import { answeredAgents } from '../agents/list.ts'
import type { Dialect } from '../ports.ts'
import { summary } from './summary.ts'

/** With getters, because the dialect of an agent is made when it is first needed. */
export const dialects: Readonly<Record<string, Dialect>> = Object.defineProperties(
  {},
  Object.fromEntries(
    [...answeredAgents, { name: summary.name, dialect: summary }].map((row) => [
      row.name,
      { enumerable: true, get: () => row.dialect },
    ]),
  ),
)
/** The agents that `hookline run --host` supports, in the order of the list. */
export const hostNames: readonly string[] = answeredAgents.map(({ name }) => name)
export { claude } from '../agents/claude/dialect.ts'
export { cursor } from '../agents/cursor/dialect.ts'
export { summary }
