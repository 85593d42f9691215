/** Finds the program of an agent on the PATH. */
import type { Agent } from '../agents.ts'
import type { Io } from '../io.ts'
import { findProgram, searchPath } from '../machine/programs.ts'

export const findAgentProgram = ({ program }: Agent, env: Io['env']): string | undefined =>
  program === undefined ? undefined : findProgram(program.name, searchPath(env))
