/** Gemini CLI, as measured on 0.61.0 (CONTRACT §17). */
import type { Agent } from '../agent.ts'
import { gemini as dialect, geminiEvents, geminiOnlyEvents } from './dialect.ts'
import { geminiFields } from './fields.ts'
import { geminiToolRows } from './tools.ts'

const FILE = '.gemini/settings.json'
const settingsFiles = [
  { level: 'project', file: FILE },
  { level: 'user', file: FILE },
] as const
const managed = {
  linux: '/etc/gemini-cli',
  darwin: '/Library/Application Support/GeminiCli',
  win32: 'C:\\ProgramData\\gemini-cli',
}
const enable =
  'Gemini CLI runs hooks only in folders that you trust. Start gemini in the folder and trust it when it asks, or type /permissions there.'

export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  proved: { by: 'program', seen: ['0.61.0'] },
  files: {
    hookFiles: [FILE],
    settings: ['.gemini/{hooks,extensions,policies}/**'],
    directories: ['.gemini'],
    managed,
    shellVariables: ['GEMINI_CLI'],
  },
  inHome: ['.gemini'],
  credentials: [
    '.gemini/oauth_creds.json',
    '.gemini/google_accounts.json',
    '.gemini/gemini-credentials.json',
    '.gemini/mcp-oauth-tokens.json',
    '.gemini/a2a-oauth-tokens.json',
    '.gemini/.env',
  ],
  inRoot: ['.gemini'],
  get dialect() {
    return dialect
  },
  surfaces: { cli: { hooks: 'all' }, subagent: { hooks: 'all' } },
  get events() {
    return geminiEvents
  },
  get otherEvents() {
    return geminiOnlyEvents
  },
  similarEvents: { PreCompress: 'preCompact', AfterModel: 'afterAgentResponse' },
  keys: {
    name: {},
    sequential: { instead: '`order` in each hook' },
    env: { instead: 'the variables before the command' },
  },
  get tools() {
    return geminiToolRows
  },
  get fields() {
    return geminiFields
  },
  variables: {
    prefix: 'GEMINI_',
    known:
      /^GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID|API_KEY|MODEL|SANDBOX|CLI\w*|SYSTEM_MD|WRITE_SYSTEM_MD|TELEMETRY\w*)$/,
    project: 'GEMINI_PROJECT_DIR',
  },
  ownSources: [
    { name: 'gemini-project', level: 'project', file: FILE },
    { name: 'gemini-user', level: 'user', file: FILE },
  ],
  switches: [
    { key: ['hooksConfig', 'enabled'], off: false, files: settingsFiles },
    { key: ['hooksConfig', 'disabled'], off: 'named', files: settingsFiles },
  ],
  format: {
    timeoutUnit: 'milliseconds',
    waits: { command: 60 },
    matched: {
      BeforeTool: 'the name of the tool',
      AfterTool: 'the name of the tool',
      SessionStart: 'how the session starts: startup, resume, clear',
      SessionEnd: 'why it ends: exit, clear, logout, prompt_input_exit, other',
    },
    toolEvents: new Set(['BeforeTool', 'AfterTool']),
    observes: new Set(['SessionStart']),
  },
  reads: ['gemini-project', 'gemini-user'],
  settings: {
    shared: FILE,
    homeVariable: 'GEMINI_CLI_HOME',
    notice: (message) => ({ systemMessage: message }),
    limit: (seconds) => ({ timeout: seconds * 1000 }),
    strict: { keys: {}, by: 'exit' },
    enable: { user: enable, project: enable },
    entry: (command, more) => ({ hooks: [{ type: 'command', command, ...more }] }),
  },
  processes: { names: ['gemini'], paths: ['/@google/gemini-cli/'] },
  program: { name: 'gemini', packages: ['@google/gemini-cli'] },
  commands: ['gemini'],
  headless: async () => (await import('./headless.ts')).headless,
}
