/**
 * Reads a directory with a hooks.json, a hookline.json or both, and their scripts, as what a team publishes. It is strict: anything that
 * would have no effect on a machine is an error with its location, so that nothing is dropped or removed by mistake (CONTRACT §9).
 */
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { isEntryKey } from '@hookline/core/protocol'
import {
  type At,
  type Member,
  memberOf,
  type Node,
  nodeFiles,
  type ObjectNode,
  parseJsonc,
  plain,
} from '@hookline/core/team'
import { isFormatKey } from '../../wire/config.ts'
import { type HookKind, hookKinds, isHookKind, settingsName } from '../../wire/hook-kinds.ts'
import { isWithoutEffect, loadPacks, readSetFile } from '../../wire/load-problem.ts'
import { TeamError } from '../failure.ts'
import { findMissingImport, readHookFile } from './read-hook-file.ts'

export interface WantedHook {
  readonly kind: HookKind
  /** Empty for packs and settings. */
  readonly hookStep: string
  readonly scriptName: string
  readonly operatingSystems: readonly string[]
  readonly isActive: boolean
  readonly matcher?: string
  readonly timeout?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number
  readonly approvals?: boolean
  /** A JSON object, or empty. */
  readonly config: string
  readonly scriptContent: string
  /** The location of the hook for messages, such as `hooks.json:4`. */
  readonly location: string
}

const hookFiles = ['hooks.json', 'hookline.json'] as const
/** Keys that only `team publish` reads, in every entry and pack. */
const teamKeys = ['operating_systems', 'is_active']
const systems = ['Windows', 'Macintosh', 'Linux']

export async function readHooksDirectory(directory: string): Promise<readonly WantedHook[]> {
  await loadPacks()
  const read = hookFiles.flatMap((name) => readFile(name, directory))
  if (read.length === 0)
    throw new TeamError(
      'local',
      `${directory} has no hooks.json and no hookline.json. \`hookline team publish\` needs a directory with one of them and its scripts`,
    )
  const wanted = read.flat()
  const missing = findMissingImport(wanted)
  if (missing !== undefined) throw new TeamError('local', missing)
  return wanted
}

/** Returns the hooks of the file in a list, or an empty list if there is no such file. */
function readFile(name: (typeof hookFiles)[number], directory: string): readonly (readonly WantedHook[])[] {
  const file = join(directory, name)
  const content = nodeFiles.read(file)
  if (content.kind === 'missing') return []
  if (content.kind === 'unreadable') throw new TeamError('local', `${file}: ${content.message}. ${content.hint}`)
  const parsed = parseJsonc(content.text)
  const root = parsed.kind === 'tree' && parsed.node.kind === 'object' ? parsed.node : undefined
  checkFile(content.text, name, root)
  // checkFile throws if the file is not an object.
  return [readDocument(root as ObjectNode, { name, directory })]
}

/** Throws for the first problem that is an error, or means that something has no effect. */
function checkFile(text: string, name: string, root: ObjectNode | undefined): void {
  const items = root === undefined ? [] : [...entriesOf(root), ...packsOf(root)]
  const own = new Set(items.flatMap(({ node }) => teamMembers(node).map(({ keyAt }) => positionOf(keyAt))))
  const problem = readSetFile(text, name, 'linux').problems.find(
    ({ code, severity, line, column }) =>
      (severity === 'error' || isWithoutEffect(code)) &&
      code !== 'managed-broken' &&
      !own.has(positionOf({ line, column })),
  )
  if (problem !== undefined) throw errorAt(name, problem, `${problem.message}. ${problem.hint}`)
  for (const { node } of root === undefined ? [] : entriesOf(root))
    for (const { key, keyAt } of node.members)
      if (!isEntryKey(key) && !teamKeys.includes(key))
        throw errorAt(name, keyAt, `\`${key}\` is not a key of an entry, so it has no effect. Remove it`)
}

const positionOf = ({ line, column }: At): string => `${line}:${column}`
const errorAt = (file: string, at: At, message: string): TeamError =>
  new TeamError('local', `${file}:${positionOf(at)}: ${message}`)

interface Item {
  /** The event, or the name of the pack. */
  readonly key: string
  readonly at: At
  readonly node: ObjectNode
}

const membersOf = (node: Node | undefined): readonly Member[] => (node?.kind === 'object' ? node.members : [])
const partsOf = (root: ObjectNode, key: string): readonly Member[] =>
  root.members.filter((member) => member.key === key).flatMap(({ value }) => membersOf(value))

const entriesOf = (root: ObjectNode): readonly Item[] =>
  partsOf(root, 'hooks').flatMap(({ key, value }) =>
    value.kind === 'list'
      ? value.items.flatMap((node) => (node.kind === 'object' ? [{ key, at: node.at, node }] : []))
      : [],
  )
const packsOf = (root: ObjectNode): readonly Item[] =>
  partsOf(root, 'packs').flatMap(({ key, keyAt, value }) =>
    value.kind === 'object' ? [{ key, at: keyAt, node: value }] : [],
  )
const teamMembers = ({ members }: ObjectNode): readonly Member[] => members.filter(({ key }) => teamKeys.includes(key))

interface Document {
  readonly name: string
  readonly directory: string
}

const readDocument = (root: ObjectNode, document: Document): readonly WantedHook[] => [
  ...entriesOf(root).map((item) => toHook(item, document)),
  ...packsOf(root).map((item) => toPack(item, document)),
  ...readSettings(root, document),
]

function toHook({ key: hookStep, at, node }: Item, { name, directory }: Document): WantedHook {
  const fail = (message: string) => errorAt(name, at, message)
  const { systemsAndSwitch, rest } = readTeamKeys(node, name)
  const { type = 'command', command, module, matcher, timeout, failClosed, loop_limit, approvals, ...others } = rest
  const kind = type === 'command' ? 'script' : String(type)
  if (!isHookKind(kind)) throw fail(`a team cannot publish a hook of the type ${JSON.stringify(type)}`)
  const file = hookKinds[kind].hasFile ? readHookFile(String(command ?? module), directory, fail) : undefined
  const { name: label, ...unnamed } = others
  const config = {
    ...(file === undefined ? unnamed : others),
    ...(loop_limit === null ? { loop_limit } : {}),
  }
  return {
    kind,
    hookStep,
    scriptName: file?.name ?? (typeof label === 'string' ? label : kind),
    ...systemsAndSwitch,
    // The reader has checked the types of these values.
    ...(typeof matcher === 'string' ? { matcher } : {}),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    ...(typeof failClosed === 'boolean' ? { failClosed } : {}),
    ...(typeof loop_limit === 'number' ? { loopLimit: loop_limit } : {}),
    ...(typeof approvals === 'boolean' ? { approvals } : {}),
    config: formatConfig(config),
    scriptContent: file?.text ?? '',
    location: `${name}:${at.line}`,
  }
}

function toPack({ key, at, node }: Item, { name }: Document): WantedHook {
  const { systemsAndSwitch, rest } = readTeamKeys(node, name)
  const location = `${name}:${at.line}`
  return {
    kind: 'pack',
    hookStep: '',
    scriptName: key,
    ...systemsAndSwitch,
    config: formatConfig(rest),
    scriptContent: '',
    location,
  }
}

function readSettings(root: ObjectNode, { name }: Document): readonly WantedHook[] {
  const members = root.members.filter(({ key }) => !isFormatKey(key))
  if (members.length === 0) return []
  const config = Object.fromEntries(members.map(({ key, value }) => [key, plain(value)]))
  const everywhere = { operatingSystems: [], isActive: true }
  const location = `${name}:${members[0]?.keyAt.line ?? 1}`
  return [
    {
      kind: 'settings',
      hookStep: '',
      scriptName: settingsName,
      ...everywhere,
      config: formatConfig(config),
      scriptContent: '',
      location,
    },
  ]
}

const formatConfig = (config: JsonObject): string => (Object.keys(config).length === 0 ? '' : JSON.stringify(config))

function readTeamKeys(node: ObjectNode, file: string) {
  // The value of an object node is an object.
  const { operating_systems: only = [], is_active: isActive = true, ...rest } = plain(node) as JsonObject
  const at = (key: string): At => memberOf(node, key)?.keyAt ?? node.at
  if (!Array.isArray(only) || !only.every((one) => systems.includes(one)))
    throw errorAt(
      file,
      at('operating_systems'),
      'operating_systems must be a list of "Windows", "Macintosh" and "Linux"',
    )
  if (typeof isActive !== 'boolean') throw errorAt(file, at('is_active'), 'is_active must be true or false')
  // The condition above checks the list.
  return { systemsAndSwitch: { operatingSystems: only as string[], isActive }, rest }
}

/** What people call the hook, such as `beforeShellExecution guard.sh` or `pack shell-guard`. */
export const describeHook = (hook: {
  readonly kind: string
  readonly hookStep: string
  readonly scriptName: string
}): string => {
  const { kind, hookStep, scriptName } = hook
  if (kind === 'settings') return 'settings'
  if (kind === 'pack') return `pack ${scriptName}`
  return kind === '' || kind === 'script' || kind === scriptName
    ? `${hookStep} ${scriptName}`
    : `${hookStep} ${kind} ${scriptName}`
}
