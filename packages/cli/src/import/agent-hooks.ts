/** `hookline import <agent>`: converts the hooks in an agent's own files to entries that run in every agent, and lists what is lost. */
import { relative } from 'node:path'
import type { Note } from '@hookline/core/importers'
import { callsHookline, type Entry, importReaderFor, sourceSetup } from '@hookline/core/node'
import { eventRows, isObject, type JsonObject } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { switchesIn } from '../connect/switches.ts'
import { readText } from '../edit/change.ts'
import { shownPath } from '../paths.ts'
import { hidesHooks, isGate, lossesOf, offNote, problemNotes, whyNotRun } from './losses.ts'
import type { Add } from './plan.ts'

export interface AgentImport {
  readonly files: readonly string[]
  readonly adds: readonly Add[]
  readonly notes: readonly Note[]
  /** A file cannot be read, so nothing is known about the hooks that it had. */
  readonly broken: boolean
}

/** Entries of an import have these names, so that the next import can replace them. */
export const importedName = (agent: Agent): string => `${agent.name}-`

/** `base` is the directory in which the hooks run. A file that does not exist is left out. */
export function readAgentHooks(agent: Agent, files: readonly string[], base: string, cwd: string): AgentImport {
  const read = files.flatMap((file) => {
    const text = readText(file, cwd)
    return text === undefined ? [] : [{ file, text, ...readFile(agent, file, text, base) }]
  })
  const all = read.flatMap((one) => one.entries).filter((entry) => !callsHookline(entry))
  const off = new Map(read.flatMap(({ text, entries }) => switchedOff(agent, text, entries)))
  const entries = all.filter((entry) => !off.has(entry))
  const counts = new Map<string, number>()
  const adds = entries.flatMap((entry): readonly Add[] => {
    const theirs = theirName(agent, entry)
    const count = (counts.get(theirs) ?? 0) + 1
    counts.set(theirs, count)
    const converted = convert(agent, entry)
    const name = `${importedName(agent)}${theirs}-${count}`
    return converted === undefined ? [] : [{ kind: 'add', event: entry.event, entry: { name, ...converted } }]
  })
  return {
    files: read.map(({ file }) => file),
    adds,
    broken: read.some(({ broken, problems }) => broken === true || problems.some(hidesHooks)),
    notes: [
      ...read.flatMap(({ file, problems, entries: own }) => problemNotes(problems, own, shownPath(file, cwd))),
      ...[...off].map(([entry, why]) => offNote(agent, entry, why, shownPath(entry.origin.file ?? '', cwd))),
      ...read.flatMap(({ file, problems, entries: own }) =>
        own
          .filter((entry) => entries.includes(entry))
          .flatMap((entry) => lossesOf(agent, entry, shownPath(file, cwd), problems)),
      ),
    ],
  }
}

function readFile(agent: Agent, file: string, text: string, base: string) {
  const info = { source: 'user', own: false, trust: 'own', cwd: base, file } as const
  const path = relative(base, file).replaceAll('\\', '/')
  return importReaderFor(agent, path)(text, info, sourceSetup().reading)
}

/** The hooks that the agent itself does not run, with the reason: an import must not switch them on. */
function switchedOff(agent: Agent, text: string, entries: readonly Entry[]): readonly (readonly [Entry, string])[] {
  const found = switchesIn(agent, text)
  const all = found.find(({ isOff }) => isOff)
  return entries.flatMap((entry): readonly (readonly [Entry, string])[] => {
    if (all !== undefined) return [[entry, `"${all.key}" switches all hooks of the file off`]]
    const written: unknown = JSON.parse(entry.text ?? '{}')
    const names = isObject(written) ? [written.name, written.command] : []
    const one = found.find(({ named }) => names.some((name) => typeof name === 'string' && named.includes(name)))
    return one === undefined ? [] : [[entry, `"${one.key}" switches it off`]]
  })
}

const theirName = ({ events = {} }: Agent, { event, hostEvent, fileEvent }: Entry): string =>
  fileEvent ?? hostEvent ?? Object.keys(events).find((name) => events[name] === event) ?? event

/** An entry of a hookline.json in the agent's format. Undefined: it cannot run anywhere else. */
function convert(agent: Agent, entry: Entry): JsonObject | undefined {
  const { args, failClosed, event, text = '' } = entry
  const matcher = agent.format?.toolOfEvent?.[entry.hostEvent ?? ''] ?? entry.matcher
  if (whyNotRun(entry) !== undefined) return undefined
  const action = actionOf(entry)
  if (action === undefined) return undefined
  return {
    ...action,
    ...(args === undefined ? {} : { args }),
    ...(matcher === undefined ? {} : { matcher }),
    ...(failClosed === undefined ? {} : { failClosed }),
    timeout: timeoutOf(agent, entry),
    // Other agents have no limit, and a hook of Hookline's has one unless it says otherwise.
    ...(eventRows[event].loops && (agent.usual !== true || text.includes('"loop_limit"'))
      ? { loop_limit: entry.loopLimit }
      : {}),
    ...(entry.async !== true ? {} : isGate(event) ? { mode: 'monitor' } : { async: true }),
    ...(agent.usual === true ? {} : { input: agent.name }),
  }
}

/** Undefined for a type that only the agent has. */
function actionOf(entry: Entry): JsonObject | undefined {
  const { type, command, prompt, model, url, headers, env, reach } = entry
  if (type === 'command') return { command }
  if (type === 'prompt') return { type, prompt, ...(model === undefined ? {} : { model }), ...verifyOf(entry) }
  if (type !== 'http') return undefined
  return {
    ...{ type, url },
    ...(headers === undefined ? {} : { headers }),
    ...(env === undefined ? {} : { env }),
    // The agent itself sends such hooks to this machine.
    ...(reach === undefined || !isLocal(url) ? {} : { privateAddresses: true }),
  }
}

/** The agent goes on if the model cannot be asked; a hook with `verify` would refuse. */
const verifyOf = ({ verify, failClosed, event }: Entry): JsonObject =>
  verify === undefined
    ? {}
    : { verify: {}, ...(failClosed === undefined ? { failClosed: eventRows[event].onFailure === 'closed' } : {}) }

const isLocal = (url = ''): boolean => /^http:|^https:\/\/(localhost|127\.|\[::1\])/.test(url)

/** In seconds: what the file says, or what the agent waits without it. */
function timeoutOf({ dialect, format }: Agent, { event, text = '', type, verify, timeoutMs }: Entry): number {
  if (/"timeout\w*":/.test(text)) return Math.min(600, timeoutMs / 1000)
  const atMost = (dialect?.patienceMs?.(event) ?? timeoutMs) / 1000
  const kind = verify === undefined ? type : (format?.verifierType ?? type)
  return Math.min(600, atMost, format?.waits?.[kind] ?? atMost)
}
