/** The agents that can be here, and by what they are known: files alone, nothing is run. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentName, agentFiles, type SourceName } from '@hookline/core/node'

export interface Agent {
  readonly name: AgentName
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
  readonly settings?: AgentSettings
  readonly program?: AgentProgram
  /** It runs commands of slash commands and skills without any hook, unless this key of its settings is true. */
  readonly inline?: { readonly off: string }
}

/** By what an installed version is known without starting it. */
export interface AgentProgram {
  readonly name: string
  /** npm packages, one of which holds the program. */
  readonly packages: readonly string[]
}

/** Where an entry that calls Hookline stands, and what it looks like there. */
interface AgentSettings {
  /** Seen from the workspace or from the home directory. */
  readonly shared: string
  /** For what only this machine has; absent: there is none. */
  readonly own?: string
  /** A variable that holds the workspace when the command runs; absent: it runs there. */
  readonly root?: string
  /** The file is in our own format. */
  readonly schema?: boolean
  readonly strict?: Strict
  readonly pitfalls?: Pitfalls
  entry(command: string, more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/** What keeps the agent from calling any hook of its settings. */
export interface Pitfalls {
  /** The directory of the organisation's settings. */
  readonly managed: Readonly<Partial<Record<NodeJS.Platform, string>>>
  /** The other files, after the organisation's: the first that has a switch decides. */
  readonly order: readonly SourceName[]
  /** Keys that switch hooks off. `managed`: only in the organisation's settings. */
  readonly switches: readonly { readonly key: string; readonly managed?: true; readonly says: string }[]
  /** A value of another type makes the agent drop the whole file, as do comments and trailing commas. */
  readonly types: Readonly<Record<string, 'string' | 'object' | 'boolean'>>
}

/** How an entry at a gate makes the agent refuse when Hookline itself is gone. */
interface Strict {
  /** Where `init` writes it. */
  readonly levels: readonly ('project' | 'user')[]
  readonly keys: Readonly<Record<string, unknown>>
  /** The first version that understands the keys; absent: all do. */
  readonly since?: string
  /** Follows the call, for versions that ignore the keys. */
  readonly orElse?: string
  /** `timeout` is always written, because the agent's own limit differs from event to event. */
  readonly timeout?: true
}

const native: readonly SourceName[] = ['enterprise', 'team', 'project', 'user', 'plugin']
const ofClaude: readonly SourceName[] = ['claude-local', 'claude-project', 'claude-user']
const other = (name: AgentName, title: string, inHome: string, inRoot: string): Agent => ({
  name,
  title,
  inHome: inHome === '' ? [] : [inHome],
  inRoot: [inRoot],
  hookFiles: agentFiles[name].hookFiles,
})

export const agents: readonly Agent[] = [
  {
    name: 'cursor',
    title: 'Cursor',
    inHome: ['.cursor', '.config/Cursor', 'Library/Application Support/Cursor', 'AppData/Roaming/Cursor'],
    inRoot: ['.cursor', '.cursorrules', '.cursorignore'],
    ours: new Set(['hooks', 'hooks.json', 'hooks.schema.json', 'managed']),
    hookFiles: agentFiles.cursor.hookFiles,
    reads: native,
    dialect: 'cursor',
    settings: {
      shared: '.cursor/hooks.json',
      schema: true,
      strict: { levels: ['project', 'user'], keys: { failClosed: true } },
      entry: (command, more) => ({ command, ...more }),
    },
  },
  {
    name: 'claude',
    title: 'Claude Code',
    inHome: ['.claude', '.claude.json'],
    inRoot: ['.claude', 'CLAUDE.md'],
    hookFiles: agentFiles.claude.hookFiles,
    reads: ofClaude,
    dialect: 'claude',
    settings: {
      shared: '.claude/settings.json',
      own: '.claude/settings.local.json',
      root: 'CLAUDE_PROJECT_DIR',
      strict: {
        levels: ['user'],
        keys: { onFailure: 'block' },
        since: '2.1.295',
        orElse: ' || exit 2',
        timeout: true,
      },
      pitfalls: {
        managed: agentFiles.claude.managed,
        order: ['claude-local', 'claude-project', 'claude-user'],
        switches: [
          { key: 'disableAllHooks', says: 'switches off all hooks of Claude Code' },
          { key: 'allowManagedHooksOnly', managed: true, says: "lets Claude Code run the organisation's hooks only" },
          { key: 'strictPluginOnlyCustomization', managed: true, says: 'lets Claude Code run hooks of plugins only' },
        ],
        types: { model: 'string', permissions: 'object', env: 'object', hooks: 'object', disableAllHooks: 'boolean' },
      },
      entry: (command, more) => ({ hooks: [{ type: 'command', command, ...more }] }),
    },
    inline: { off: 'disableSkillShellExecution' },
    program: { name: 'claude', packages: ['@anthropic-ai/claude-code'] },
  },
  other('codex', 'Codex', '.codex', '.codex'),
  other('gemini', 'Gemini CLI', '.gemini', '.gemini'),
  other('qwen', 'Qwen Code', '.qwen', '.qwen'),
  other('copilot', 'Copilot', '.copilot', '.github/hooks'),
  other('windsurf', 'Windsurf', '.codeium/windsurf', '.windsurf'),
  other('kiro', 'Kiro', '.kiro', '.kiro'),
  other('cline', 'Cline', 'Documents/Cline/Hooks', '.clinerules/hooks'),
  other('factory', 'Factory Droid', '.factory', '.factory'),
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
