/** Agents of which only the files are known. An agent that can call Hookline gets a folder of its own. */
import type { Agent } from './agent.ts'

export const otherAgents: readonly Agent[] = [
  {
    name: 'codex',
    title: 'Codex',
    inHome: ['.codex'],
    inRoot: ['.codex'],
    files: {
      hookFiles: ['.codex/hooks.json'],
      settings: ['.codex/{config.toml,hooks/**}'],
      directories: ['.codex'],
      managed: { linux: '/etc/codex', darwin: '/etc/codex' },
      shellVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'],
    },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    inHome: ['.gemini'],
    inRoot: ['.gemini'],
    files: {
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
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    inHome: ['.qwen'],
    inRoot: ['.qwen'],
    files: {
      hookFiles: ['.qwen/settings.json'],
      settings: ['.qwen/{hooks,extensions}/**'],
      directories: ['.qwen'],
      shellVariables: ['QWEN_CODE'],
    },
  },
  {
    name: 'copilot',
    title: 'Copilot',
    inHome: ['.copilot'],
    inRoot: ['.github/hooks'],
    files: {
      hookFiles: [],
      settings: ['.github/hooks/**', '.copilot/{config.json,mcp-config.json,settings.json,hooks/**}'],
      directories: ['.copilot'],
      shellVariables: ['COPILOT_AGENT_SESSION_ID'],
    },
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    inHome: ['.codeium/windsurf'],
    inRoot: ['.windsurf'],
    files: {
      hookFiles: ['.windsurf/hooks.json'],
      settings: ['.windsurf/hooks/**', '.codeium/windsurf/{hooks.json,mcp_config.json}'],
      directories: ['.windsurf'],
      shellVariables: [],
    },
  },
  {
    name: 'kiro',
    title: 'Kiro',
    inHome: ['.kiro'],
    inRoot: ['.kiro'],
    files: {
      hookFiles: [],
      settings: ['.kiro/{hooks,settings,agents}/**'],
      directories: ['.kiro'],
      shellVariables: [],
    },
  },
  {
    name: 'cline',
    title: 'Cline',
    inHome: ['Documents/Cline/Hooks'],
    inRoot: ['.clinerules/hooks'],
    files: {
      hookFiles: [],
      settings: ['.clinerules/hooks/**', 'Documents/Cline/Hooks/**'],
      directories: [],
      shellVariables: ['CLINE_ACTIVE'],
    },
  },
  {
    name: 'factory',
    title: 'Factory Droid',
    inHome: ['.factory'],
    inRoot: ['.factory'],
    files: {
      hookFiles: ['.factory/hooks.json'],
      settings: ['.factory/{settings.json,settings.local.json,mcp.json,hooks/**}'],
      directories: ['.factory'],
      shellVariables: [],
    },
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    inHome: ['.config/opencode'],
    inRoot: ['.opencode'],
    files: {
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
  },
  {
    name: 'amp',
    title: 'Amp',
    inHome: [],
    inRoot: ['.amp'],
    files: {
      hookFiles: [],
      settings: ['.amp/{settings.json,settings.jsonc,plugins/**}', '.config/amp/settings.json'],
      directories: ['.amp'],
      shellVariables: ['AMP_CURRENT_THREAD_ID'],
    },
  },
]
