/** The files in which an agent has its hooks, and the agent to which a file belongs. */
import { dirname, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { isEventName, isObject } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'
import { namesIn } from '../machine/file-stat.ts'

const filesOf = ({ sources = [], ownSources = [], importFiles }: Agent) => importFiles ?? [...sources, ...ownSources]

/** The agents whose hook files Hookline can read. */
export const importable: readonly Agent[] = agents.filter(
  (agent) => filesOf(agent).length > 0 && (agent.format ?? agent.readHooks ?? agent.usual) !== undefined,
)

const levelsOf = (isUser: boolean): readonly string[] => (isUser ? ['user'] : ['project', 'local'])

/** The agent's files with hooks that `import` cannot read. */
export const unreadFiles = ({ unreadFiles: files = [] }: Agent, base: string, isUser: boolean): readonly string[] =>
  files
    .filter(({ level }) => levelsOf(isUser).includes(level))
    .flatMap(({ file, has }) => (has.test(readRegularText(join(base, file)) ?? '') ? [join(base, file)] : []))

/** The agent's files of a workspace, or the person's own. */
export function agentFiles(agent: Agent, base: string, isUser: boolean): readonly string[] {
  const patterns = filesOf(agent).filter(({ level }) => levelsOf(isUser).includes(level))
  return [...new Set(patterns.flatMap(({ file }) => filesLike(base, file)))]
}

/** `*` stands for any text in the name of a file. */
function filesLike(base: string, pattern: string): readonly string[] {
  if (!pattern.includes('*')) return [join(base, pattern)]
  const directory = join(base, dirname(pattern))
  const isLike = likePattern(pattern.slice(pattern.lastIndexOf('/') + 1))
  const found = namesIn(directory).filter((name) => isLike.test(name))
  return found.length === 0 ? [join(base, pattern)] : found.map((name) => join(directory, name))
}

const likePattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`)

/** The agents to which a file may belong: by its path, else by the names of its events. */
export function agentsOfFile(path: string, text: string | undefined): readonly Agent[] {
  const parts = path.replaceAll('\\', '/').split('/')
  const byPath = importable.filter((agent) =>
    filesOf(agent).some(({ file }) => likePattern(file).test(parts.slice(-file.split('/').length).join('/'))),
  )
  if (byPath.length > 0 || text === undefined) return byPath
  const value = parseFile(text)
  return importable.filter((agent) => hasItsEvents(agent, value))
}

function parseFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Whether every list of the file stands under the name of one of the agent's events. */
function hasItsEvents(agent: Agent, value: unknown): boolean {
  const events = isObject(value) ? (agent.format?.bare === true ? value : value.hooks) : undefined
  const names = isObject(events) ? Object.keys(events) : []
  const { format, otherEvents } = agent
  const isIts = (name: string): boolean =>
    agent.usual === true
      ? isEventName(name)
      : [agent.events, format?.fileEvents].some((table) => Object.hasOwn(table ?? {}, name)) ||
        otherEvents?.has(name) === true
  return agent.readHooks === undefined && names.length > 0 && names.every(isIts)
}
