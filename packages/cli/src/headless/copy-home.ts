/** Makes a home directory in which an agent finds the person's connection to Hookline, and nothing else of the person. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Headless } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { callsHookline } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { type ParseError, parse } from 'jsonc-parser'
import type { Agent } from '../agents.ts'
import { settingsFiles, writerOf } from '../connect/settings.ts'

/** Returns the paths of the copied files, relative to the home directory. */
export function copyHome(agent: Agent, headless: Headless, from: string, to: string): readonly string[] {
  const isWhole = writerOf(agent).settings?.wholeFiles !== undefined
  const move = movePath(from, to)
  const files: Record<string, (text: string) => string> = {
    ...Object.fromEntries(
      settingsFiles(agent, 'user').map((path) => [
        path,
        isWhole ? asIs : (text: string) => reduce(text, agent, headless),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(headless.files ?? {}).map(([path, keep]) => [path, (text: string) => keep(text, move)]),
    ),
  }
  return Object.entries(files).flatMap(([path, keep]) => {
    const text = readRegularText(join(from, path))
    if (text === undefined) return []
    const file = join(to, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, keep(text), { mode: 0o600 })
    return [path]
  })
}

const asIs = (text: string): string => text

/** Replaces the home directory at the beginning of a path, also where links lead to it. */
const movePath = (from: string, to: string) => {
  const homes = [...new Set([from, realPath(from)])]
  return (path: string): string => {
    const home = homes.find((one) => path.startsWith(`${one}/`))
    return home === undefined ? path : `${to}${path.slice(home.length)}`
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Only what decides about the calls of Hookline, without keys, logins, models and servers, and what the agent needs to start. */
function reduce(text: string, { format, settings }: Agent, headless: Headless): string {
  const { value, write } = readAsWritten(text)
  const keys = [format?.offKey, ...(headless.keeps ?? [])].filter((key) => key !== undefined)
  const { mark } = settings ?? {}
  const isMarked = mark !== undefined && isObject(value.env) && value.env[mark.name] === mark.value
  return write({
    ...Object.fromEntries(keys.flatMap((key) => (key in value ? [[key, value[key]]] : []))),
    ...headless.settings,
    ...(isMarked ? { env: { [mark.name]: mark.value } } : {}),
    hooks: onlyCalls(value.hooks),
  })
}

interface WrittenFile {
  readonly value: JsonObject
  write(value: JsonObject): string
}

/** Whether an agent reads comments, trailing commas or a byte order mark is its own matter, so the copy has them too. */
function readAsWritten(text: string): WrittenFile {
  const bare = text.replace(/^\uFEFF/, '')
  const mark = bare === text ? '' : '\uFEFF'
  const plain = (value: JsonObject) => `${mark}${JSON.stringify(value)}`
  const forms: readonly (readonly [value: unknown, write: WrittenFile['write']])[] = [
    [parseWith(bare, { disallowComments: true }), plain],
    [parseWith(bare, {}), (value) => `${plain(value)} // a comment, as in the original`],
    [parseWith(bare, { allowTrailingComma: true }), (value) => plain(value).replace(/\}$/, ',}')],
  ]
  const [value, write] = forms.find(([one]) => isObject(one)) ?? []
  // A file that cannot be read stays one.
  return isObject(value) && write !== undefined ? { value, write } : { value: {}, write: () => '{' }
}

function parseWith(text: string, options: Parameters<typeof parse>[2]): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, options)
  return errors.length === 0 ? value : undefined
}

/** Other hooks of the person do nothing here, but keep their positions, by which some agents know what the person has trusted. */
const onlyCalls = (hooks: unknown): unknown =>
  mapObject(hooks, (groups) =>
    mapList(groups, (group) => (isObject(group) ? { ...group, hooks: mapList(group.hooks, keepCall) } : group)),
  )

const keepCall = (entry: unknown): unknown =>
  isObject(entry) && typeof entry.command === 'string' && callsHookline({ command: entry.command })
    ? entry
    : { type: 'command', command: 'exit 0' }

const mapObject = (value: unknown, change: (one: unknown) => unknown): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)])) : {}
const mapList = (value: unknown, change: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : value

/** Where the person has what the agent would otherwise make anew at each start. */
export const cacheVariables = ({ caches = {} }: Headless, home: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(caches).flatMap(([name, paths]) => {
      const found = paths.map((path) => join(home, path)).find((path) => existsSync(path))
      return found === undefined ? [] : [[name, found]]
    }),
  )
