/** Qwen Code, as measured on 0.24.4. */
import type { Agent } from '../agent.ts'
import { qwen as dialect, qwenEvents, qwenOnlyEvents } from './dialect.ts'
import { qwenFields } from './fields.ts'
import { qwenToolRows } from './tools.ts'

export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  proved: { by: 'program', seen: ['0.24.4'] },
  files: {
    hookFiles: ['.qwen/settings.json'],
    settings: ['.qwen/{hooks,extensions}/**'],
    directories: ['.qwen'],
    shellVariables: ['QWEN_CODE'],
  },
  inHome: ['.qwen'],
  credentials: [
    '.qwen/oauth_creds.json',
    '.qwen/google_accounts.json',
    '.qwen/mcp-oauth-tokens.json',
    '.qwen/mcp-oauth-tokens-v2.json',
    '.qwen/.env',
  ],
  inRoot: ['.qwen', 'QWEN.md'],
  get dialect() {
    return dialect
  },
  get events() {
    return qwenEvents
  },
  get otherEvents() {
    return qwenOnlyEvents
  },
  get fields() {
    return qwenFields
  },
  get tools() {
    return qwenToolRows
  },
  nestedReply: true,
  variables: { prefix: 'QWEN_', project: 'QWEN_PROJECT_DIR' },
  ownSources: [
    { name: 'qwen-project', level: 'project', file: '.qwen/settings.json' },
    { name: 'qwen-user', level: 'user', file: '.qwen/settings.json' },
  ],
  keys: {
    name: {},
    sequential: { instead: '`order` in each hook' },
    env: { instead: 'the variables before the command' },
  },
  switches: [
    {
      key: ['disableAllHooks'],
      off: true,
      files: [
        { level: 'project', file: '.qwen/settings.json' },
        { level: 'user', file: '.qwen/settings.json' },
      ],
    },
  ],
  format: {
    // A value below 1000 counts seconds since 0.24, and milliseconds before. `connect` writes a larger one.
    timeoutUnit: 'milliseconds',
    secondsBelow: 1000,
    waits: { command: 60, prompt: 30 },
    offKey: 'disableAllHooks',
    observes: new Set(['SessionStart', 'SubagentStart']),
    http: true,
    prompts: true,
    background: true,
  },
  reads: ['qwen-project', 'qwen-user'],
  settings: {
    shared: '.qwen/settings.json',
    root: 'QWEN_PROJECT_DIR',
    notice: (message) => ({ systemMessage: message }),
    // Not by exit code 2, which a later hook that allows would override.
    strict: { keys: {}, by: 'reply' },
    limit: (seconds) => ({ timeout: seconds * 1000 }),
    entry: (command, more) => ({ hooks: [{ type: 'command', command, ...more }] }),
  },
  processes: { names: ['qwen'], paths: ['/@qwen-code/'] },
  program: { name: 'qwen', packages: ['@qwen-code/qwen-code'] },
  commands: ['qwen'],
  headless: async () => (await import('./headless.ts')).headless,
}
