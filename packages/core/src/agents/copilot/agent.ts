/** Copilot CLI, as measured on 1.0.102. */
import type { Agent, AgentCall, WholeFile } from '../agent.ts'
import { copilotEvents, copilotFileEvents, copilotOnlyEvents, copilot as dialect } from './dialect.ts'
import { copilotFields } from './fields.ts'
import { copilotToolRows } from './tools.ts'

const projectFile = '.github/hooks/hookline.json'
const userFile = '.copilot/hooks/hookline.json'

/** It reads every file of the directory, so Hookline has one of its own. */
function hookFile(calls: readonly AgentCall[]): WholeFile {
  const entries = calls.map(({ event, command }) => [event, [{ type: 'command', command, timeoutSec: 600 }]])
  return { text: `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n` }
}

export const copilot: Agent = {
  name: 'copilot',
  title: 'Copilot CLI',
  proved: { by: 'program', seen: ['1.0.102'] },
  files: {
    hookFiles: [],
    settings: ['.github/hooks/**', '.copilot/{config.json,mcp-config.json,settings.json,hooks/**}'],
    directories: ['.copilot'],
    managed: { linux: '/etc/github-copilot', win32: 'C:\\ProgramData\\GitHub\\Copilot' },
    shellVariables: ['COPILOT_AGENT_SESSION_ID'],
  },
  inHome: ['.copilot'],
  credentials: ['.copilot/config.json', '.copilot/mcp-oauth-config', '.config/github-copilot'],
  inRoot: ['.github/hooks', '.github/copilot-instructions.md'],
  ours: new Set(['hookline.json']),
  get dialect() {
    return dialect
  },
  get events() {
    return copilotEvents
  },
  get otherEvents() {
    return copilotOnlyEvents
  },
  get fields() {
    return copilotFields
  },
  similarEvents: { userPromptSubmitted: 'beforeSubmitPrompt', agentStop: 'stop' },
  keys: {
    timeoutSec: { ours: 'timeout' },
    bash: { ours: 'command' },
    powershell: { ours: 'command', instead: 'one `command` for every system' },
    cwd: { ours: 'command', instead: 'a `cd` before the command' },
    env: { ours: 'command', instead: 'the variables before the command' },
  },
  get tools() {
    return copilotToolRows
  },
  variables: { prefix: 'COPILOT_', project: 'COPILOT_PROJECT_DIR' },
  ownSources: [
    { name: 'copilot-project', level: 'project', file: projectFile },
    { name: 'copilot-user', level: 'user', file: userFile },
  ],
  importFiles: [
    { level: 'project', file: '.github/hooks/*.json' },
    { level: 'project', file: '.github/copilot/settings.json' },
    { level: 'local', file: '.github/copilot/settings.local.json' },
    { level: 'user', file: '.copilot/hooks/*.json' },
    { level: 'user', file: '.copilot/settings.json' },
  ],
  switches: [
    {
      key: ['disableAllHooks'],
      off: true,
      files: [
        { level: 'user', file: '.copilot/settings.json' },
        { level: 'user', file: '.copilot/config.json' },
      ],
    },
  ],
  format: {
    flat: true,
    waits: { command: 30 },
    get fileEvents() {
      return copilotFileEvents
    },
    furtherKeys: { posix: 'bash', windows: 'powershell', seconds: 'timeoutSec' },
    head: { version: 1 },
    exports: '.github/hooks/exported.json',
    offKey: 'disableAllHooks',
    observes: new Set(['SessionStart', 'SubagentStart']),
  },
  reads: ['copilot-project', 'copilot-user'],
  settings: {
    shared: projectFile,
    user: userFile,
    root: 'COPILOT_PROJECT_DIR',
    homeVariable: 'COPILOT_HOME',
    wholeFiles: (calls, level) => ({ [level === 'user' ? userFile : projectFile]: hookFile(calls) }),
    limit: (seconds) => ({ timeoutSec: seconds }),
    enable: {
      project:
        'Copilot CLI runs the hooks of a workspace only in a folder that you trust. Start `copilot` there and confirm.',
    },
    notice: (message) => ({ additionalContext: message }),
    // A failing hook stops a tool call but not a prompt, and a reply stops both.
    // VS Code reads the same file, and knows the reply in another form only.
    strict: { keys: {}, by: 'reply', exitAt: new Set(['PreToolUse']) },
    entry: (command, more) => ({ type: 'command', command, ...more }),
  },
  processes: { names: ['copilot'], paths: ['/@github/copilot/', '/copilot/pkg/'] },
  program: { name: 'copilot', packages: ['@github/copilot'] },
  commands: ['copilot'],
  headless: async () => (await import('./headless.ts')).headless,
}
