/** Claude Code, as measured on 2.1.197 and 2.1.325 (CONTRACT §10). */
import type { Agent } from '../agent.ts'
import { claude as dialect } from './dialect.ts'
import { claudeFields } from './fields.ts'
import {
  claudeEvents,
  claudeKeys,
  claudeMatched,
  claudeObserves,
  claudeOnlyEvents,
  claudeOtherTypes,
  claudeToolEvents,
} from './names.ts'
import { whyNeverMatches } from './never-matches.ts'
import { claudeToolRows } from './tool-names.ts'

const managed = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  proved: { by: 'program', seen: ['2.1.197', '2.1.325'] },
  files: {
    hookFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    settings: [
      '.claude/{hooks,plugins}/**',
      '.claude/hookify.*.local.md',
      '.claude-plugin/plugin.json',
      '.claude.json',
      '.mcp.json',
    ],
    directories: ['.claude'],
    managed,
    shellVariables: ['CLAUDECODE'],
  },
  inHome: ['.claude', '.claude.json'],
  usage: ['.claude/history.jsonl', '.claude/projects'],
  credentials: ['.claude/.credentials.json', '.claude.json'],
  inRoot: ['.claude', 'CLAUDE.md'],
  get dialect() {
    return dialect
  },
  surfaces: {
    ide: { hooks: 'all' },
    cli: { hooks: 'all' },
    background: { hooks: 'project' },
    subagent: { hooks: 'all' },
  },
  get events() {
    return claudeEvents
  },
  get otherEvents() {
    return claudeOnlyEvents
  },
  similarEvents: { MessageDisplay: 'afterAgentResponse' },
  get keys() {
    return claudeKeys
  },
  get tools() {
    return claudeToolRows
  },
  get fields() {
    return claudeFields
  },
  nestedReply: true,
  variables: {
    prefix: 'CLAUDE_',
    known:
      /^CLAUDE_(PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA|PLUGIN_OPTION_\w+|ENV_FILE|CONFIG_DIR|EFFORT|CODE_\w+|SESSION_ID)$/,
    project: 'CLAUDE_PROJECT_DIR',
    pluginRoot: 'CLAUDE_PLUGIN_ROOT',
    pluginData: 'CLAUDE_PLUGIN_DATA',
    file: 'CLAUDE_ENV_FILE',
  },
  sources: [
    { name: 'claude-local', level: 'local', file: '.claude/settings.local.json' },
    { name: 'claude-project', level: 'project', file: '.claude/settings.json' },
    { name: 'claude-user', level: 'user', file: '.claude/settings.json' },
  ],
  format: {
    offKey: 'disableAllHooks',
    get matched() {
      return claudeMatched
    },
    get toolEvents() {
      return claudeToolEvents
    },
    get observes() {
      return claudeObserves
    },
    get otherTypes() {
      return claudeOtherTypes
    },
    verifierType: 'agent',
    waits: { prompt: 30, agent: 60 },
    http: true,
    prompts: true,
    args: true,
    background: true,
    get whyNeverMatches() {
      return whyNeverMatches
    },
  },
  plugin: { manifest: '.claude-plugin/plugin.json', hooks: 'beside' },
  reads: ['claude-local', 'claude-project', 'claude-user'],
  settings: {
    shared: '.claude/settings.json',
    own: '.claude/settings.local.json',
    root: 'CLAUDE_PROJECT_DIR',
    homeVariable: 'CLAUDE_CONFIG_DIR',
    // With `--setting-sources` Claude Code leaves out whole files. The name must not begin with HOOKLINE_, by which daemons differ.
    mark: { name: 'CALLS_HOOKLINE', value: 'user' },
    // Git Bash, which it needs for its own commands too.
    shellOnWindows: 'posix',
    notice: (message) => ({ systemMessage: message }),
    strict: { keys: { onFailure: 'block' }, openKeys: { onFailure: 'continue' }, since: '2.1.295', by: 'exit' },
    pitfalls: {
      managed,
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
  processes: { names: ['claude'], paths: ['/@anthropic-ai/claude-code/', '/claude/versions/'] },
  program: { name: 'claude', packages: ['@anthropic-ai/claude-code'] },
  commands: ['claude'],
  headless: async () => (await import('./headless.ts')).headless,
  inline: { off: 'disableSkillShellExecution', directory: '.claude' },
}
