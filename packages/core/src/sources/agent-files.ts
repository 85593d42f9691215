/** The settings files of agents. Those of a project are trusted or not as its own hooks are. */
import type { Agent, AgentSource } from '../agents/agent.ts'
import { agents } from '../agents/list.ts'
import { join, parent } from '../config/paths.ts'
import { readGroups } from '../config/read-groups.ts'
import type { Source } from '../ports.ts'
import { readAsHooks, documentSource, type ReadText, type SourceSetup } from './document.ts'
import { agentKeys } from './prefilter.ts'

/** In order: the levels of the first agent, then those of the next. `projects` are the roots that are not the home directory. */
export const agentSources = (
  setup: SourceSetup,
  roots: readonly string[],
  projects: readonly string[],
): readonly Source[] =>
  agents.flatMap((agent) =>
    (agent.sources ?? []).flatMap((source) => {
      const { home } = setup.platform
      const bases = source.level === 'user' ? [home] : source.level === 'local' ? roots : projects
      return bases.map((base) => agentFileSource(agent, source, base, setup))
    }),
  )

function agentFileSource(agent: Agent, { name, level, file }: AgentSource, base: string, setup: SourceSetup): Source {
  const path = join(setup.platform.system, base, file)
  const place =
    level === 'user'
      ? ({ trust: 'own', cwd: parent(setup.platform.system, path) } as const)
      : ({ trust: 'untrusted', root: base, cwd: base } as const)
  return documentSource({ source: name, own: false, ...place, file: path }, setup, readerFor(agent), agentKeys(agent))
}

/** How a settings file of this agent is read. Named when a file is there to read, as `asHooks` is. */
export const readerFor = (agent: Agent): ReadText =>
  agent.format === undefined ? readAsHooks : (text, place, reading) => readGroups(agent, text, place, reading)
