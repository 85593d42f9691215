/** Factory Droid, built from documents: the program needs its vendor's servers. */
import type { Agent } from '../agent.ts'
import { factory as dialect, factoryEvents, factoryOnlyEvents } from './dialect.ts'
import { factoryFields } from './fields.ts'
import { factoryToolRows } from './tools.ts'

const restart = 'Start Droid again: it reads hooks when a session begins. To see them there: /hooks'

export const factory: Agent = {
  name: 'factory',
  title: 'Factory Droid',
  proved: {
    by: 'documents',
    seen: [
      'docs.factory.ai/harness/hooks and docs.factory.ai/reference/hooks-reference, November 2026',
      'public reports about 0.164 to 0.186',
    ],
    open: [
      'whether hooks.json or settings.json is read differs between reports about versions',
      'whether a question is asked in `droid exec`',
      'whether updatedInput is applied without allow',
    ],
  },
  processes: { names: ['droid'], paths: ['/.factory/'] },
  inHome: ['.factory'],
  credentials: ['.factory/auth.json'],
  inRoot: ['.factory'],
  files: {
    hookFiles: ['.factory/hooks.json'],
    settings: ['.factory/{settings.json,settings.local.json,mcp.json,hooks/**}'],
    directories: ['.factory'],
    shellVariables: [],
  },
  get dialect() {
    return dialect
  },
  surfaces: { cli: { hooks: 'all' }, ide: { hooks: 'all' }, subagent: { hooks: 'all' } },
  get events() {
    return factoryEvents
  },
  get otherEvents() {
    return factoryOnlyEvents
  },
  get fields() {
    return factoryFields
  },
  keys: { commandRegex: { ours: 'matcher', instead: 'a `matcher` at beforeShellExecution' } },
  get tools() {
    return factoryToolRows
  },
  nestedReply: true,
  variables: { prefix: 'FACTORY_', project: 'FACTORY_PROJECT_DIR' },
  ownSources: [
    { name: 'factory-project', level: 'project', file: '.factory/hooks.json' },
    { name: 'factory-user', level: 'user', file: '.factory/hooks.json' },
  ],
  importFiles: [
    { level: 'project', file: '.factory/hooks.json' },
    { level: 'project', file: '.factory/settings.json', nested: true },
    { level: 'local', file: '.factory/settings.local.json', nested: true },
    { level: 'user', file: '.factory/hooks.json' },
    { level: 'user', file: '.factory/settings.json', nested: true },
  ],
  format: {
    bare: true,
    matched: {
      PreToolUse: 'the name of the tool',
      PostToolUse: 'the name of the tool',
      SessionStart: 'how the session starts',
      PreCompact: 'who asked for it: manual, auto',
    },
    observes: new Set(['SessionStart']),
  },
  reads: ['factory-project', 'factory-user'],
  settings: {
    shared: '.factory/hooks.json',
    displaces: '.factory/settings.json',
    root: 'FACTORY_PROJECT_DIR',
    notice: (message) => ({ systemMessage: message }),
    strict: { keys: {}, by: 'exit' },
    enable: { user: restart, project: restart },
    entry: (command, more) => ({ hooks: [{ type: 'command', command, ...more }] }),
  },
  commands: ['droid'],
}
