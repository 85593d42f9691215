/** What a call hands to the cluster, as far as it can be read before: documents, and what could not be read. */

import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { JsonObject } from '@hookline/core/protocol'
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import { parseAllDocuments } from 'yaml'
import { has, type KubeCall, valuesOf } from './call.ts'
import { kustomized } from './kustomize.ts'

export interface Manifests {
  readonly documents: readonly Document[]
  /** Why something could not be read: what it is, in words. */
  readonly unread: readonly string[]
}
export interface Document {
  readonly value: JsonObject
  /** What a person calls it: the file, `standard input`. */
  readonly from: string
}

const LARGEST = 2 ** 21
const MOST_FILES = 300
const isManifest = /\.(ya?ml|json)$/i

export const joined = (parts: readonly Manifests[]): Manifests => ({
  documents: parts.flatMap(({ documents }) => documents),
  unread: parts.flatMap(({ unread }) => unread),
})
export const unread = (why: string): Manifests => ({ documents: [], unread: [why] })

export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly reading: ShellReading
}

export function manifestsOf(call: KubeCall, around: Surroundings): Manifests {
  const { command } = call
  const given = [...valuesOf(call, '--filename'), ...valuesOf(call, '--patch-file')]
  const inline = [...valuesOf(call, '--patch'), ...valuesOf(call, '--overrides')]
  const directories = valuesOf(call, '--kustomize')
  if (given.length + directories.length > 0 && command.via.some((one) => /^(ssh|docker|podman|vagrant)\b/.test(one)))
    return unread('a manifest on another machine')
  return joined([
    ...given.flatMap((word) => fileWords(word).map((one) => oneSource(one, call, around))),
    ...directories.map((word) => placed(word, command, around, (path) => kustomized(path, word.text))),
    ...inline.map((word) =>
      word.known ? parsed(word.text, 'the command line') : unread(`${word.text}, which only running it would tell`),
    ),
  ])
}

const fileWords = (word: ShellWord): readonly ShellWord[] => word.text.split(',').map((text) => ({ ...word, text }))

function oneSource(word: ShellWord, call: KubeCall, around: Surroundings): Manifests {
  const { command } = call
  if (word.text === '-' || word.text === '/dev/stdin') return fromInput(command, around)
  return placed(
    word,
    command,
    around,
    (path) => writtenHere(path, around) ?? atPath(path, word.text, has(call, '--recursive')),
  )
}

/** Only a path that the text tells can be looked at. */
function placed(
  word: ShellWord,
  command: ShellCommand,
  { cwd, home }: Surroundings,
  look: (path: string) => Manifests,
): Manifests {
  if (/^https?:\/\/|^(git::|git@|github\.com\/)/.test(word.text)) return unread(`${word.text}, which is downloaded`)
  const base = command.cwd ?? '.'
  if (!word.known || word.glob || (/[$`]/.test(base) && !/^[/~]/.test(word.text)))
    return unread(`${word.text}, which only running it would tell`)
  const atHome = (path: string) => path.replace(/^~(?=\/|$)/, home)
  return look(resolve(cwd, atHome(base), atHome(word.text)))
}

export function atPath(path: string, shown: string, recursive: boolean): Manifests {
  try {
    const found = statSync(path)
    if (found.isDirectory()) return inDirectory(path, shown, recursive)
    const text = readRegularText(path, LARGEST)
    return text === undefined ? unread(`${shown}, which is no file that can be read here`) : parsed(text, shown)
  } catch {
    return unread(`${shown}, which is not there`)
  }
}

function inDirectory(path: string, shown: string, recursive: boolean): Manifests {
  const names = readdirSync(path, { recursive, encoding: 'utf8' }).filter((name) => isManifest.test(name))
  if (names.length > MOST_FILES) return unread(`${shown}, which holds ${names.length} manifests`)
  return joined(names.toSorted().map((name) => atPath(join(path, name), join(shown, name), false)))
}

/** YAML of any number of documents; JSON is YAML. */
function parsed(text: string, from: string): Manifests {
  try {
    const documents = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: true })
    if (!Array.isArray(documents)) return { documents: [], unread: [] }
    const wrong = documents.flatMap(({ errors }) => errors)[0]
    if (wrong !== undefined)
      return unread(`${from}, which is no YAML (${wrong.code.toLowerCase().replaceAll('_', ' ')})`)
    return joined(documents.map((one) => ofValue(one.toJS(), from)))
  } catch {
    return unread(`${from}, which cannot be parsed`)
  }
}

function ofValue(value: unknown, from: string): Manifests {
  if (value === null || value === undefined) return { documents: [], unread: [] }
  if (Array.isArray(value)) return joined(value.map((one) => ofValue(one, from)))
  if (typeof value !== 'object') return unread(`${from}, which holds no objects`)
  const { kind, items } = value as { readonly kind?: unknown; readonly items?: unknown }
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) return ofValue(items, from)
  return { documents: [{ value: value as Document['value'], from }], unread: [] }
}

function fromInput(command: ShellCommand, around: Surroundings): Manifests {
  const { stdin } = command
  if (stdin.kind === 'text') return ofText(stdin.text, stdin.known)
  if (stdin.kind === 'pipe' && stdin.text !== undefined) return parsed(stdin.text, 'standard input')
  if (stdin.kind === 'file') return placed(stdin.path, command, around, (path) => atPath(path, stdin.path.text, false))
  const last = stdin.kind === 'pipe' ? stdin.from.at(-1) : undefined
  if (last?.name !== 'cat') return unread(`what ${last?.name ?? 'somebody'} writes to standard input`)
  const words = last.words.slice(1).filter(({ text }) => !/^-[a-zA-Z]+$/.test(text))
  return joined(
    words.map((word) =>
      word.text === '-'
        ? fromInput(last, around)
        : placed(word, last, around, (path) => writtenHere(path, around) ?? atPath(path, word.text, false)),
    ),
  )
}

/** With a variable in it the rest is still judged, and what the variable holds is not known. */
const ofText = (text: string, known: boolean): Manifests => {
  const read = parsed(text, 'the here-document')
  return known ? read : joined([read, unread('the here-document, with values that only running it would tell')])
}

/** A file that the same command writes first: what stands there now says nothing. */
function writtenHere(path: string, { cwd, reading }: Surroundings): Manifests | undefined {
  const writes = reading.files.filter(
    (one) => one.how !== 'read' && resolve(cwd, one.cwd ?? '.', one.path.text) === path,
  )
  if (writes.length === 0) return undefined
  const [only] = writes
  const sources = reading.commands.filter(({ name, stdin }) => name === only?.by && stdin.kind === 'text')
  const text = sources[0]?.stdin
  return writes.length === 1 &&
    only?.how === 'write' &&
    only.by === 'cat' &&
    sources.length === 1 &&
    text?.kind === 'text'
    ? ofText(text.text, text.known)
    : unread(`${only?.path.text}, which the same command writes`)
}
