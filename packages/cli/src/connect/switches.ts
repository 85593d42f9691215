/** Finds keys in an agent's settings that switch its hooks off. */
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { Entry } from '@hookline/core/node'
import type { Agent, HookSwitch } from '../agents.ts'
import { memberOf, type Node, readDocument } from '../json-document.ts'
import { oneLine } from '../text/plain.ts'
import { connectionsOf } from './connections.ts'
import type { Obstacle } from './obstacles.ts'
import type { SettingsRoots } from './settings-faults.ts'

interface FoundSwitch {
  /** `hooksConfig.enabled` */
  readonly key: string
  readonly line: number
  readonly isOff: boolean
  /** The names or commands of hooks that are off, where it lists them. */
  readonly named: readonly string[]
}

/** The switch in this text. Undefined if the text does not have its key. */
function findSwitch({ key, off }: Pick<HookSwitch, 'key' | 'off'>, text: string): FoundSwitch | undefined {
  const document = readDocument('', text)
  const node = key.reduce<Node | undefined>((one, name) => memberOf(one, name)?.value, document.tree)
  if (node === undefined) return undefined
  const { line } = document.at(node.offset)
  const items = node.type === 'array' ? (node.children ?? []).map(({ value }) => String(value)) : []
  return { key: key.join('.'), line, isOff: node.value === off, named: off === 'named' ? items : [] }
}

/** What an import needs to know about the file itself. */
export function switchesIn({ switches = [], format }: Agent, text: string): readonly FoundSwitch[] {
  const own = format?.offKey === undefined ? [] : [{ key: [format.offKey], off: true }]
  const keys = [...switches.filter(({ key }) => key.join('.') !== format?.offKey), ...own]
  return keys.flatMap((one) => findSwitch(one, text) ?? [])
}

/** Why the agent does not run the calls of Hookline: a key of its settings. */
export function switchObstacles(agent: Agent, entries: readonly Entry[], roots: SettingsRoots): readonly Obstacle[] {
  const calls = connectionsOf(agent, entries)
  return calls.length === 0 ? [] : (agent.switches ?? []).flatMap((one) => obstaclesOf(agent, one, calls, roots))
}

function obstaclesOf(
  { title }: Agent,
  { key, off, files }: HookSwitch,
  calls: readonly Entry[],
  { root, home }: SettingsRoots,
): readonly Obstacle[] {
  const found = files.flatMap(({ level, file }) => {
    const path = join(level === 'user' ? home : root, file)
    const one = findSwitch({ key, off }, readRegularText(path) ?? '')
    return one === undefined ? [] : [{ ...one, path: oneLine(path) }]
  })
  const [first] = found
  if (first?.isOff === true)
    return [
      {
        says: `"${first.key}" in ${first.path}:${first.line} switches off all hooks of ${title}`,
        next: `remove "${first.key}" from ${first.path}`,
      },
    ]
  return found.flatMap(({ key: name, path, line, named }) => {
    const off = calls.filter(({ command }) => command !== undefined && named.includes(command))
    if (off.length === 0) return []
    const says = `"${name}" in ${path}:${line} names entries that call Hookline, so ${title} skips them`
    return [{ says, next: `remove them from "${name}"`, ...(off.length < calls.length ? { part: true as const } : {}) }]
  })
}
