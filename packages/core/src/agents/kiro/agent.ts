/** Kiro, its editor since 1.0 and its command line since 3.0, built from documents: both need their vendor's servers. */
import { isObject } from '../../schema.ts'
import type { Agent, AgentCall, WholeFile, WrittenCall, WrittenHook } from '../agent.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'
import { kiro as dialect, kiroEvents, kiroOnlyEvents } from './dialect.ts'
import { kiroFields } from './fields.ts'
import { kiroToolRows } from './tools.ts'

const file = '.kiro/hooks/hookline.json'

/** It reads every file of the directory, so Hookline has one of its own. */
const hookFile = (calls: readonly AgentCall[]): WholeFile => ({
  text: `${JSON.stringify({ version: 'v1', hooks: calls.map(hookOf) }, null, 2)}\n`,
})
const hookOf = ({ event, command }: AgentCall) => ({
  name: `hookline-${event}`,
  trigger: event,
  action: { type: 'command', command },
  timeout: 600,
  enabled: true,
})

function readHooks(text: string): readonly WrittenHook[] | undefined {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isObject(value) || !Array.isArray(value.hooks)) return undefined
  const list: readonly unknown[] = value.hooks
  return list.map((hook, index): WrittenHook => {
    const { trigger, action, enabled } = isObject(hook) ? hook : {}
    const event = textOf(trigger)
    const command = isObject(action) && action.type === 'command' ? textOf(action.command) : undefined
    const fault =
      event === undefined
        ? { message: 'the hook has no `trigger`', hint: 'Write the name of the event, as in "trigger": "PreToolUse".' }
        : enabled === false
          ? { message: '`enabled` is false', hint: 'Kiro does not run it either.' }
          : { message: 'its action is not a command', hint: 'It still runs in Kiro.' }
    return {
      event: event ?? '',
      index,
      ...dropEmpty({ command }),
      ...(event === undefined || enabled === false || command === undefined ? { fault } : {}),
    }
  })
}

/** A hook with a matcher, or one that is off, is not a call at every event. */
function readCalls(text: string): readonly WrittenCall[] {
  const value = parseJson(text)
  const list: readonly unknown[] = isObject(value) && Array.isArray(value.hooks) ? value.hooks : []
  return list.filter(isObject).flatMap(({ trigger, action, matcher, enabled }) => {
    const command = isObject(action) && action.type === 'command' ? textOf(action.command) : undefined
    const event = textOf(trigger)
    const isAlways = enabled !== false && (matcher === undefined || matcher === '' || matcher === '.*')
    return event === undefined || command === undefined || !isAlways ? [] : [{ event, command }]
  })
}

export const kiro: Agent = {
  name: 'kiro',
  title: 'Kiro',
  proved: {
    by: 'documents',
    seen: [
      'kiro.dev/docs/hooks and kiro.dev/docs/cli/v3/hooks, November 2026',
      'a published recording of payloads of the editor 1.0.165',
    ],
    open: [
      'the names of tools differ between the editor and the command line',
      'versions before 3.0 do not refuse prompts',
    ],
  },
  processes: { names: ['kiro', 'kiro-cli', 'q'], paths: ['/Kiro.app/'], editor: ['kiro', '/Kiro.app/'] },
  inHome: ['.kiro'],
  credentials: ['.local/share/kiro-cli'],
  inRoot: ['.kiro'],
  files: {
    hookFiles: [],
    settings: ['.kiro/{hooks,settings,agents}/**'],
    directories: ['.kiro'],
    shellVariables: [],
  },
  get dialect() {
    return dialect
  },
  surfaces: { ide: { hooks: 'all' }, cli: { hooks: 'all' }, subagent: { hooks: 'all' } },
  get events() {
    return kiroEvents
  },
  get otherEvents() {
    return kiroOnlyEvents
  },
  get fields() {
    return kiroFields
  },
  similarEvents: { agentSpawn: 'sessionStart', PostFileSave: 'afterFileEdit', PostFileCreate: 'afterFileEdit' },
  keys: {
    timeoutMs: { ours: 'timeout_ms' },
    when: { ours: 'matcher' },
    // biome-ignore lint/suspicious/noThenProperty: it is a key of Kiro's files.
    then: { ours: 'command' },
    event: { instead: 'the event as the name of the list' },
  },
  get tools() {
    return kiroToolRows
  },
  ownSources: [
    { name: 'kiro-project', level: 'project', file },
    { name: 'kiro-user', level: 'user', file },
  ],
  importFiles: [
    { level: 'project', file: '.kiro/hooks/*.json' },
    { level: 'user', file: '.kiro/hooks/*.json' },
  ],
  readHooks,
  readCalls,
  reads: ['kiro-project', 'kiro-user'],
  settings: {
    shared: file,
    wholeFiles: (calls) => ({ [file]: hookFile(calls) }),
    notice: () => ({}),
    strict: { keys: {}, by: 'exit' },
    enable: {
      user: 'Kiro reads hook files of this kind since version 1.0 of the editor and 3.0 of the command line.',
      project: 'Kiro reads hook files of this kind since version 1.0 of the editor and 3.0 of the command line.',
    },
    entry: (command, more) => ({ command, ...more }),
  },
  commands: ['kiro', 'kiro-cli'],
}
