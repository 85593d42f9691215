/** Events and fields that agents sent and this version of Hookline does not know, so that `doctor` can report it. Only names are kept. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'
import { readRegularText, replaceFile } from '@hookline/core/files'
import { logDirectory, makeDirectory } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { parseObject } from './parse-object.ts'
import { counted } from './text/entry-text.ts'

/** What one agent sent that is not known. */
export interface Drift {
  readonly agent: Agent
  readonly version?: string
  /** Names of fields, each with the event in which it came first, and names of events. */
  readonly fields: readonly string[]
  readonly events: readonly string[]
}

const driftFile = (): string => join(dirname(logDirectory()), 'drift.json')
/** Above this many names the first ones say enough. */
const MAX_NAMES = 50
const isName = (text: string): boolean => /^[\w.-]{1,64}$/.test(text)

/** Adds names to what the agent sent. */
export function addDrift(
  agent: Agent,
  kind: 'fields' | 'events',
  names: readonly string[],
  version: string | undefined,
): void {
  const all = readFile()
  const found = all[agent.name]
  const own = isObject(found) ? found : {}
  // Another version may know what the one before did not.
  const isSame = version === undefined || own.version === version
  const before = isSame ? listOf(own[kind]) : []
  const after = [...new Set([...before, ...names])].slice(0, MAX_NAMES)
  if (isSame && after.length === before.length) return
  const other = kind === 'fields' ? 'events' : 'fields'
  const kept = isSame ? { [other]: listOf(own[other]) } : {}
  const next = { ...all, [agent.name]: { version: version ?? own.version, ...kept, [kind]: after } }
  const file = driftFile()
  makeDirectory(dirname(file))
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(next)}\n`, { mode: 0o600 })
  replaceFile(temporary, file)
}

const readFile = (): JsonObject => parseObject(readRegularText(driftFile()) ?? '') ?? {}
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string' && isName(one)) : []

/** What agents sent that this version of Hookline does not know. Names that it has learned since are left out. */
export function readDrift(): readonly Drift[] {
  const all = readFile()
  return agents.flatMap((agent): readonly Drift[] => {
    const own = all[agent.name]
    if (!isObject(own)) return []
    const { version, fields, events } = own
    const unknown = listOf(events).filter((name) => agent.events?.[name] === undefined && !agent.otherEvents?.has(name))
    const drift = { agent, fields: listOf(fields), events: unknown }
    if (drift.fields.length + drift.events.length === 0) return []
    return [typeof version === 'string' ? { ...drift, version } : drift]
  })
}

/** `Codex 0.170 sends 2 fields that this version of Hookline has not seen: a, b` */
export function driftText({ agent, version, fields, events }: Drift): string {
  const sender = version === undefined ? agent.title : `${agent.title} ${version}`
  const part = (names: readonly string[], what: string) =>
    names.length === 0
      ? []
      : [`${counted(names.length, what)} (${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''})`]
  const what = [...part(events, 'event'), ...part(fields, 'field')].join(' and ')
  return `${sender} sends ${what} that this version of Hookline has not seen`
}
