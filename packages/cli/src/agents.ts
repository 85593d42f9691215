/** The agents that can be here, and by what they are known: files alone, nothing is run. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceName } from '@hookline/core/node'

export interface Agent {
  readonly name: string
  readonly title: string
  /** Any of these shows that it is used, seen from the home directory or from the workspace. */
  readonly inHome: readonly string[]
  readonly inRoot: readonly string[]
  /** What Hookline itself writes there: it shows nothing about the agent. */
  readonly ours?: ReadonlySet<string>
  /** Where it keeps hooks in a workspace. */
  readonly hookFiles: readonly string[]
  /** The files whose hooks it runs by itself; absent: it is not supported yet. */
  readonly reads?: readonly SourceName[]
  /** Whose words it speaks, where it can be made to call Hookline. */
  readonly dialect?: string
}

const native: readonly SourceName[] = ['enterprise', 'team', 'project', 'user', 'plugin']
const ofClaude: readonly SourceName[] = ['claude-local', 'claude-project', 'claude-user']
const other = (name: string, title: string, inHome: string, inRoot: string, ...files: readonly string[]): Agent => ({
  name,
  title,
  inHome: inHome === '' ? [] : [inHome],
  inRoot: [inRoot],
  hookFiles: files.map((file) => `${inRoot}/${file}`),
})

export const agents: readonly Agent[] = [
  {
    name: 'cursor',
    title: 'Cursor',
    inHome: ['.cursor', '.config/Cursor', 'Library/Application Support/Cursor', 'AppData/Roaming/Cursor'],
    inRoot: ['.cursor', '.cursorrules', '.cursorignore'],
    ours: new Set(['hooks', 'hooks.json', 'hooks.schema.json', 'managed']),
    hookFiles: ['.cursor/hooks.json'],
    reads: native,
    dialect: 'cursor',
  },
  {
    name: 'claude',
    title: 'Claude Code',
    inHome: ['.claude', '.claude.json'],
    inRoot: ['.claude', 'CLAUDE.md'],
    hookFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    reads: ofClaude,
    dialect: 'claude',
  },
  other('codex', 'Codex', '.codex', '.codex', 'hooks.json'),
  other('gemini', 'Gemini CLI', '.gemini', '.gemini', 'settings.json'),
  other('qwen', 'Qwen Code', '.qwen', '.qwen', 'settings.json'),
  other('copilot', 'Copilot', '.copilot', '.github/hooks'),
  other('windsurf', 'Windsurf', '.codeium/windsurf', '.windsurf', 'hooks.json'),
  other('kiro', 'Kiro', '.kiro', '.kiro'),
  other('cline', 'Cline', 'Documents/Cline/Hooks', '.clinerules/hooks'),
  other('factory', 'Factory Droid', '.factory', '.factory', 'hooks.json'),
  other('opencode', 'OpenCode', '.config/opencode', '.opencode'),
  other('amp', 'Amp', '', '.amp'),
]

export interface AgentFound {
  readonly agent: Agent
  readonly where: readonly ('project' | 'user')[]
  /** The first thing that showed it. */
  readonly at: string
}

export function findAgents(root: string, home: string): readonly AgentFound[] {
  return agents.flatMap((agent) => {
    const here = root === home ? undefined : seenIn(root, agent.inRoot, agent)
    const own = seenIn(home, agent.inHome, agent)
    const where = [...(here === undefined ? [] : ['project' as const]), ...(own === undefined ? [] : ['user' as const])]
    const at = here ?? own
    return at === undefined ? [] : [{ agent, where, at }]
  })
}

const seenIn = (directory: string, names: readonly string[], { ours }: Agent): string | undefined =>
  names.map((name) => join(directory, name)).find((path) => existsSync(path) && !(ours && isOnly(path, ours)))

function isOnly(path: string, ours: ReadonlySet<string>): boolean {
  try {
    const names = readdirSync(path)
    return names.length > 0 && names.every((name) => ours.has(name))
  } catch {
    return false // A file.
  }
}
