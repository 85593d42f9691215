/** Reads the settings of other guards: those of a workspace, and the person's own. */
import { isAbsolute, join, resolve } from 'node:path'
import {
  convertDcg,
  convertSafetyNet,
  type Note,
  readToml,
  type SettingsConversion,
  type SettingsDocument,
} from '@hookline/core/importers'
import { sourceSetup } from '@hookline/core/node'
import { globPattern } from '@hookline/core/sdk'
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { agents } from '../agents.ts'
import type { Io } from '../io.ts'
import { readDocument } from '../json-document.ts'
import { shownPath } from '../paths.ts'

export const guardFormats = ['cc-safety-net', 'dcg'] as const
export type GuardFormat = (typeof guardFormats)[number]
export type SettingsLevel = 'project' | 'user'

export interface ReadSettings {
  /** The files that were read, as they are shown. */
  readonly files: readonly string[]
  readonly conversion: SettingsConversion
}

interface Location {
  readonly level: SettingsLevel
  /** The workspace; undefined in the home directory. */
  readonly root: string | undefined
  readonly home: string
  readonly env: Io['env']
  readonly cwd: string
}

/** The settings of a level. Nothing was read if there are no files and no variables. */
export function readSettings(
  format: GuardFormat,
  level: SettingsLevel,
  root: string | undefined,
  io: Io,
): ReadSettings {
  const { home } = sourceSetup().platform
  const location = { level, root, home, env: { ...agentVariables(root, home), ...io.env }, cwd: io.cwd }
  return format === 'dcg' ? readDcg(location) : readSafetyNet(location)
}

/** Reads documents and remembers which, and what is wrong with them. */
function createFileReader(cwd: string, parse: (text: string, file: string) => SettingsDocument | Note) {
  const files: string[] = []
  const notes: Note[] = []
  const read = (path: string): SettingsDocument | undefined => {
    const found = sourceSetup().files.read(path)
    if (found.kind === 'missing') return undefined
    const file = shownPath(path, cwd)
    files.push(file)
    const document =
      found.kind === 'text' ? parse(found.text, file) : brokenNote(file, 1, `the file ${found.message}`, found.hint)
    if ('kind' in document) notes.push(document)
    return 'kind' in document ? undefined : document
  }
  const result = (conversion: SettingsConversion): ReadSettings => ({
    files,
    conversion: { ...conversion, notes: [...notes, ...conversion.notes] },
  })
  return { read, files, result }
}

const brokenNote = (file: string, line: number, message: string, fix: string): Note => ({
  file,
  line,
  kind: 'broken',
  message,
  cure: fix,
})

const isIn = (env: Io['env'], name: RegExp): boolean =>
  Object.entries(env).some(([key, value]) => name.test(key) && value !== undefined && value !== '')

const environment: SettingsDocument = { file: 'environment', value: {}, lineOf: () => 1 }

function readSafetyNet({ level, root, home, env, cwd }: Location): ReadSettings {
  const reader = createFileReader(cwd, parseJson)
  const own = env.CC_SAFETY_NET_HOME ?? join(home, '.cc-safety-net')
  const base = level === 'user' ? own : join(root ?? home, '.cc-safety-net')
  const inline = reader.read(level === 'user' ? join(own, 'config.json') : join(root ?? home, '.safety-net.json'))
  const sources = reader.read(join(base, 'rules', 'rule.json'))
  const policy = reader.read(join(base, 'policy.json'))
  const hasSwitches =
    level === 'user' && isIn(env, /^(?:CC_)?SAFETY_NET_(?:LEVEL|STRICT|PARANOID|PARANOID_\w+|WORKTREE)$/)
  if (hasSwitches) reader.files.push(environment.file)
  return reader.result(
    convertSafetyNet({
      ...(inline === undefined ? {} : { inline }),
      ...(sources === undefined ? {} : { sources }),
      ...(policy === undefined ? {} : { policy }),
      ...(hasSwitches ? { switches: environment } : {}),
      readRulebook: (name) => reader.read(join(base, 'rules', name, 'rulebook.json')),
      env,
      home,
    }),
  )
}

function readDcg({ level, root, home, env, cwd }: Location): ReadSettings {
  const reader = createFileReader(cwd, parseToml)
  const own = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'dcg')
  const isUser = level === 'user'
  // A file that the person names counts as their own.
  const given = isUser ? env.DCG_CONFIG : undefined
  const config =
    (given === undefined || given === '' ? undefined : reader.read(resolve(cwd, given))) ??
    reader.read(isUser ? join(own, 'config.toml') : join(root ?? home, '.dcg.toml'))
  const allowlist = reader.read(isUser ? join(own, 'allowlist.toml') : join(root ?? home, '.dcg', 'allowlist.toml'))
  const hasVariables =
    isUser && isIn(env, /^DCG_(?:PACKS|DISABLE|FAIL_CLOSED|UNVERIFIED_DECISION|POLICY_DEFAULT_MODE|BYPASS)$/)
  if (hasVariables) reader.files.push(environment.file)
  return reader.result(
    convertDcg({
      level,
      ...(config === undefined ? {} : { config }),
      ...(allowlist === undefined ? {} : { allowlist }),
      ...(hasVariables ? { variables: environment } : {}),
      env,
      isHere: (pattern) => root !== undefined && isPathOf(pattern, root),
      now: new Date(),
    }),
  )
}

/** A directory that contains the workspace, or a pattern of paths. */
function isPathOf(pattern: string, root: string): boolean {
  if (!isAbsolute(pattern)) return false
  if (!/[*?[{]/.test(pattern)) return root === resolve(pattern) || root.startsWith(`${resolve(pattern)}/`)
  return new RegExp(`^/?${globPattern(pattern).replace(/^\(\?:\^\|\/\)/, '')}`).test(root)
}

function parseJson(text: string, file: string): SettingsDocument | Note {
  const document = readDocument(file, text)
  const { tree } = document
  if (tree === undefined) return brokenNote(file, 1, 'the file is not JSON', 'Fix it first.')
  return {
    file,
    value: getNodeValue(tree),
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const found: Node | undefined = findNodeAtLocation(tree, path.slice(0, length))
        if (found !== undefined) return document.at(found.offset).line
      }
      return 1
    },
  }
}

function parseToml(text: string, file: string): SettingsDocument | Note {
  const read = readToml(text)
  return read.kind === 'table'
    ? { file, value: read.value, lineOf: read.lineOf }
    : brokenNote(file, read.line, `the file is not TOML: ${read.message}`, 'Fix it first.')
}

/** Variables that agents set for their hooks, in their settings. */
function agentVariables(root: string | undefined, home: string): Readonly<Record<string, string>> {
  const directories = [home, ...(root === undefined ? [] : [root])]
  const paths = directories.flatMap((directory) =>
    agents.flatMap(({ files }) => files.hookFiles).map((file) => join(directory, file)),
  )
  return Object.fromEntries(paths.flatMap((path) => Object.entries(variablesIn(path))))
}

function variablesIn(path: string): Readonly<Record<string, string>> {
  const found = sourceSetup().files.read(path)
  const tree = found.kind === 'text' ? readDocument(path, found.text).tree : undefined
  const env: unknown = tree === undefined ? undefined : getNodeValue(tree)?.env
  const entries = typeof env === 'object' && env !== null ? Object.entries(env) : []
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === 'string'))
}
