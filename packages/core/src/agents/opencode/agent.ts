/** OpenCode, as measured on 1.18.33. Its hooks are functions of a plugin, so `connect` writes a plugin. */
import type { Agent } from '../agent.ts'
import { opencode as dialect, opencodeEvents, opencodeOnlyEvents } from './dialect.ts'
import { opencodeFields } from './fields.ts'
import { pluginFile, readCalls } from './plugin.ts'
import { opencodeToolRows } from './tools.ts'

const projectFile = '.opencode/plugins/hookline.js'
const userFile = '.config/opencode/plugins/hookline.js'

export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  proved: { by: 'program', seen: ['1.18.33'] },
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
  inHome: ['.config/opencode'],
  credentials: ['.local/share/opencode/auth.json', '.local/share/opencode/mcp-auth.json'],
  inRoot: ['.opencode'],
  get dialect() {
    return dialect
  },
  get events() {
    return opencodeEvents
  },
  get otherEvents() {
    return opencodeOnlyEvents
  },
  get fields() {
    return opencodeFields
  },
  similarEvents: { 'file.edited': 'afterFileEdit', 'experimental.text.complete': 'afterAgentResponse' },
  get tools() {
    return opencodeToolRows
  },
  ownSources: [
    { name: 'opencode-project', level: 'project', file: projectFile },
    { name: 'opencode-user', level: 'user', file: userFile },
  ],
  get readCalls() {
    return readCalls
  },
  reads: ['opencode-project', 'opencode-user'],
  settings: {
    shared: projectFile,
    user: userFile,
    wholeFiles: (calls, level) => ({ [level === 'user' ? userFile : projectFile]: pluginFile(calls) }),
    notice: (message) => ({ notice: message }),
    strict: { keys: {}, by: 'reply' },
    entry: (command) => ({ command }),
  },
  processes: { names: ['opencode'], paths: ['/opencode-ai/'] },
  program: { name: 'opencode', packages: ['opencode-ai'] },
  commands: ['opencode'],
  headless: async () => (await import('./headless.ts')).headless,
}
