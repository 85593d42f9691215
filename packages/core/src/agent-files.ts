/** The files of each agent that decide which hooks it runs, and how its shell is recognised: one row an agent. */
import type { Platform } from './ports.ts'

export interface AgentFiles {
  /** Where it keeps hooks in a workspace; the same paths count in the home directory. */
  readonly hookFiles: readonly string[]
  /** Further files and directories that decide what it runs or may do, as patterns. */
  readonly settings: readonly string[]
  /** Its directory: whoever deletes or moves it takes the hook files along. */
  readonly directories: readonly string[]
  /** The organisation's files. */
  readonly managed?: Readonly<Partial<Record<Platform['system'], string>>>
  /** Variables that it sets for the commands it runs, and that a person's own terminal does not have. */
  readonly shellVariables: readonly string[]
}

export const agentFiles = {
  cursor: {
    hookFiles: ['.cursor/hooks.json'],
    settings: [
      '.cursor/{hooks,managed}/**',
      '.cursor/{mcp,permissions,cli,cli-config,sandbox}.json',
      '.cursor-plugin/plugin.json',
    ],
    directories: ['.cursor'],
    managed: { linux: '/etc/cursor', darwin: '/Library/Application Support/Cursor', win32: 'C:\\ProgramData\\Cursor' },
    shellVariables: ['CURSOR_AGENT'],
  },
  claude: {
    hookFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    settings: [
      '.claude/{hooks,plugins}/**',
      '.claude/hookify.*.local.md',
      '.claude-plugin/plugin.json',
      '.claude.json',
      '.mcp.json',
    ],
    directories: ['.claude'],
    managed: {
      linux: '/etc/claude-code',
      darwin: '/Library/Application Support/ClaudeCode',
      win32: 'C:\\Program Files\\ClaudeCode',
    },
    shellVariables: ['CLAUDECODE'],
  },
  codex: {
    hookFiles: ['.codex/hooks.json'],
    settings: ['.codex/{config.toml,hooks/**}'],
    directories: ['.codex'],
    managed: { linux: '/etc/codex', darwin: '/etc/codex' },
    shellVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'],
  },
  gemini: {
    hookFiles: ['.gemini/settings.json'],
    settings: ['.gemini/{hooks,extensions,policies}/**'],
    directories: ['.gemini'],
    managed: {
      linux: '/etc/gemini-cli',
      darwin: '/Library/Application Support/GeminiCli',
      win32: 'C:\\ProgramData\\gemini-cli',
    },
    shellVariables: ['GEMINI_CLI'],
  },
  qwen: {
    hookFiles: ['.qwen/settings.json'],
    settings: ['.qwen/{hooks,extensions}/**'],
    directories: ['.qwen'],
    shellVariables: ['QWEN_CODE'],
  },
  copilot: {
    hookFiles: [],
    settings: ['.github/hooks/**', '.copilot/{config.json,mcp-config.json,settings.json,hooks/**}'],
    directories: ['.copilot'],
    shellVariables: ['COPILOT_AGENT_SESSION_ID'],
  },
  windsurf: {
    hookFiles: ['.windsurf/hooks.json'],
    settings: ['.windsurf/hooks/**', '.codeium/windsurf/{hooks.json,mcp_config.json}'],
    directories: ['.windsurf'],
    shellVariables: [],
  },
  kiro: {
    hookFiles: [],
    settings: ['.kiro/{hooks,settings,agents}/**'],
    directories: ['.kiro'],
    shellVariables: [],
  },
  cline: {
    hookFiles: [],
    settings: ['.clinerules/hooks/**', 'Documents/Cline/Hooks/**'],
    directories: [],
    shellVariables: ['CLINE_ACTIVE'],
  },
  factory: {
    hookFiles: ['.factory/hooks.json'],
    settings: ['.factory/{settings.json,settings.local.json,mcp.json,hooks/**}'],
    directories: ['.factory'],
    shellVariables: [],
  },
  opencode: {
    hookFiles: [],
    settings: [
      '.opencode/{plugin,plugins}/**',
      '{.opencode,.config/opencode}/opencode.{json,jsonc}',
      'opencode.{json,jsonc}',
      '.config/opencode/{plugin,plugins}/**',
    ],
    directories: ['.opencode'],
    shellVariables: ['OPENCODE'],
  },
  amp: {
    hookFiles: [],
    settings: ['.amp/{settings.json,settings.jsonc,plugins/**}', '.config/amp/settings.json'],
    directories: ['.amp'],
    shellVariables: ['AMP_CURRENT_THREAD_ID'],
  },
} as const satisfies Readonly<Record<string, AgentFiles>>

export type AgentName = keyof typeof agentFiles
export const agentFileRows: readonly AgentFiles[] = Object.values(agentFiles)

/** The variable that shows that a process was started by an agent's shell tool; undefined in a person's own terminal. */
export const agentShellVariable = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  agentFileRows
    .flatMap(({ shellVariables }) => shellVariables)
    .find((name) => env[name] !== undefined && env[name] !== '')
