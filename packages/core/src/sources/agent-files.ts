/** The settings files of agents as sources. The trust of a project also decides about the agents' files in it. */
import type { Agent, AgentSource } from '../agents/agent.ts'
import { agents } from '../agents/list.ts'
import { isConnectionSource } from '../agents/sources.ts'
import { join, parent } from '../config/paths.ts'
import { readBroken, readCalls, readWritten } from '../config/read-calls.ts'
import { readGroups } from '../config/read-groups.ts'
import { callsHookline } from '../config/self-call.ts'
import type { Source } from '../ports.ts'
import { documentSource, type ReadText, readAsHooks, type SourceSetup } from './document.ts'
import { agentKeys } from './prefilter.ts'

/** Returns the levels of the first agent, then those of the next. `projects` are the roots except the home directory. */
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

/** The files in which agents call Hookline although it does not run their hooks, of all agents or of one. Only the calls are entries. */
export const connectionSources = (setup: SourceSetup, roots: readonly string[], only?: string): readonly Source[] =>
  agents
    .filter(({ name }) => only === undefined || name === only)
    .flatMap((agent) =>
      (agent.ownSources ?? []).flatMap((source) =>
        // The files of a home directory that is opened as a workspace are the user's.
        (source.level === 'user' ? [setup.platform.home] : roots.filter((root) => root !== setup.platform.home)).map(
          (base) => callsOnly(agentFileSource(agent, source, base, setup)),
        ),
      ),
    )

const callsOnly = (source: Source): Source => ({
  ...source,
  load: async () => ({ entries: (await source.load()).entries.filter(callsHookline), problems: [] }),
  mayContain: () => true,
})

function agentFileSource(agent: Agent, { name, level, file }: AgentSource, base: string, setup: SourceSetup): Source {
  const path = join(setup.platform.system, base, file)
  const info =
    level === 'user'
      ? ({ trust: 'own', cwd: parent(setup.platform.system, path) } as const)
      : isConnectionSource(name)
        ? // It stays untrusted, because a file of a workspace must not shorten the time that hooks have.
          ({ trust: 'untrusted', cwd: parent(setup.platform.system, path) } as const)
        : ({ trust: 'untrusted', root: base, cwd: base } as const)
  return documentSource({ source: name, own: false, ...info, file: path }, setup, readerFor(agent), agentKeys(agent))
}

/** The function that reads all hooks of an agent's file, for `import`. `file` is relative to the directory in which they run. */
export const importReaderFor = (agent: Agent, file: string): ReadText => {
  const { readHooks, format, importFiles = [] } = agent
  const isNested = importFiles.some((one) => one.nested === true && one.file === file)
  const { bare: _, ...nested } = format ?? {}
  return readHooks === undefined
    ? readerFor(isNested ? { ...agent, format: nested } : agent)
    : (text, info, reading) => {
        const hooks = readHooks(text, file)
        return hooks === undefined ? readBroken(agent, info, reading) : readWritten(agent, hooks, text, info, reading)
      }
}

/** The function that reads a settings file of this agent. It refers to `readGroups` lazily, for the same reason as `readAsHooks`. */
export const readerFor = (agent: Agent): ReadText => {
  const { format, readCalls: find } = agent
  if (find !== undefined) return (text, info, reading) => readCalls(agent, find(text), info, reading)
  return format === undefined ? readAsHooks : (text, info, reading) => readGroups(agent, text, info, reading)
}
