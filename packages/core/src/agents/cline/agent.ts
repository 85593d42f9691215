/** Cline, the extension, built from its public code and documents: it needs an editor. */
import type { Agent, AgentCall, WholeFile, WrittenCall, WrittenHook } from '../agent.ts'
import { cline as dialect } from './dialect.ts'
import { clineFields } from './fields.ts'
import { clineEvents, clineOnlyEvents, clineSources } from './names.ts'
import { clineToolRows } from './tools.ts'

const directories = { project: '.clinerules/hooks', user: 'Documents/Cline/Hooks' } as const
const head = (event: string) => `#!/bin/sh\n# Hookline, ${event}. To remove it: hookline disconnect cline\n`

/** It starts the file itself, and waits 30 s for it. */
function hookFiles(calls: readonly AgentCall[], level: 'project' | 'user'): Readonly<Record<string, WholeFile>> {
  const files = Object.keys(clineEvents).map((event): [string, WholeFile] => {
    const command = calls.find((call) => call.event === event)?.command ?? ''
    return [`${directories[level]}/${event}`, { text: `${head(event)}${command}\n`, executable: true }]
  })
  return Object.fromEntries(files)
}

function readCalls(text: string): readonly WrittenCall[] {
  const [, event, command] = /^#!\/bin\/sh\n# Hookline, (\w+)\.[^\n]*\n([^\n]+)\n$/.exec(text) ?? []
  return event === undefined || command === undefined ? [] : [{ event, command }]
}

/** The file is the script, and its name is the event. */
const readHooks = (_text: string, file: string): readonly WrittenHook[] => [
  { event: /[^\\/]*$/.exec(file)?.[0] ?? '', command: `./${file}`, timeoutMs: 30_000 },
]

const enable = 'Check in the settings of Cline, under Features, that hooks are enabled.'

export const cline: Agent = {
  name: 'cline',
  title: 'Cline',
  proved: {
    by: 'documents',
    seen: [
      'docs.cline.bot/customization/hooks, November 2026',
      'the runner of hooks in the public code of cline/cline',
    ],
    open: ['its command line and SDK know other events and replies than the extension'],
  },
  inHome: ['Documents/Cline/Hooks'],
  inRoot: ['.clinerules/hooks'],
  ours: new Set(Object.keys(clineEvents)),
  files: {
    hookFiles: [],
    settings: ['.clinerules/hooks/**', 'Documents/Cline/Hooks/**'],
    directories: [],
    shellVariables: ['CLINE_ACTIVE'],
  },
  get dialect() {
    return dialect
  },
  surfaces: { ide: { hooks: 'all' } },
  events: clineEvents,
  otherEvents: clineOnlyEvents,
  get fields() {
    return clineFields
  },
  similarEvents: { TaskError: 'stop', SessionShutdown: 'sessionEnd' },
  get tools() {
    return clineToolRows
  },
  ownSources: clineSources.map(({ event, level, name }) => ({ name, level, file: `${directories[level]}/${event}` })),
  readHooks,
  readCalls,
  reads: clineSources.map(({ name }) => name),
  settings: {
    shared: `${directories.project}/PreToolUse`,
    user: `${directories.user}/PreToolUse`,
    wholeFiles: hookFiles,
    notice: (message) => ({ cancel: false, errorMessage: message }),
    // It reads the reply, whatever the exit code is.
    strict: { keys: {}, by: 'reply' },
    enable: { user: enable, project: enable },
    entry: (command) => ({ command }),
  },
}
