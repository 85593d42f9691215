/** Reads the manifests that a kubectl command would send to the cluster, and lists what cannot be read before it runs. */

import { resolve } from 'node:path'
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import { has, type KubeCall, valuesOf } from './call.ts'
import { readKustomization } from './kustomize.ts'
import { atPath, joined as joinManifests, type Manifests, parsed as parseManifests, unread } from './read-manifests.ts'

export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly reading: ShellReading
}

export function readManifests(call: KubeCall, around: Surroundings): Manifests {
  const { command } = call
  const given = [...valuesOf(call, '--filename'), ...valuesOf(call, '--patch-file')]
  const inline = [...valuesOf(call, '--patch'), ...valuesOf(call, '--overrides')]
  const directories = valuesOf(call, '--kustomize')
  if (given.length + directories.length > 0 && command.via.some((one) => /^(ssh|docker|podman|vagrant)\b/.test(one)))
    return unread('a manifest on another machine')
  return joinManifests([
    ...given.flatMap((word) => fileWords(word).map((one) => oneSource(one, call, around))),
    ...directories.map((word) => readKnownPath(word, command, around, (path) => readKustomization(path, word.text))),
    ...inline.map((word) =>
      word.known
        ? parseManifests(word.text, 'the command line')
        : unread(`${word.text}, which is known only when the command runs`),
    ),
  ])
}

const fileWords = (word: ShellWord): readonly ShellWord[] => word.text.split(',').map((text) => ({ ...word, text }))

function oneSource(word: ShellWord, call: KubeCall, around: Surroundings): Manifests {
  const { command } = call
  if (word.text === '-' || word.text === '/dev/stdin') return fromInput(command, around)
  return readKnownPath(
    word,
    command,
    around,
    (path) => readWrittenFile(path, around) ?? atPath(path, word.text, has(call, '--recursive')),
  )
}

/** Reads a path if it is known before the command runs. */
function readKnownPath(
  word: ShellWord,
  command: ShellCommand,
  { cwd, home }: Surroundings,
  read: (path: string) => Manifests,
): Manifests {
  if (/^https?:\/\/|^(git::|git@|github\.com\/)/.test(word.text)) return unread(`${word.text}, which is downloaded`)
  const base = command.cwd ?? '.'
  if (!word.known || word.glob || (/[$`]/.test(base) && !/^[/~]/.test(word.text)))
    return unread(`${word.text}, which is known only when the command runs`)
  const atHome = (path: string) => path.replace(/^~(?=\/|$)/, home)
  return read(resolve(cwd, atHome(base), atHome(word.text)))
}

function fromInput(command: ShellCommand, around: Surroundings): Manifests {
  const { stdin } = command
  if (stdin.kind === 'text') return ofText(stdin.text, stdin.known)
  if (stdin.kind === 'pipe' && stdin.text !== undefined) return parseManifests(stdin.text, 'standard input')
  if (stdin.kind === 'file')
    return readKnownPath(stdin.path, command, around, (path) => atPath(path, stdin.path.text, false))
  const last = stdin.kind === 'pipe' ? stdin.from.at(-1) : undefined
  if (last?.name !== 'cat') return unread(`what ${last?.name ?? 'another program'} writes to standard input`)
  const words = last.words.slice(1).filter(({ text }) => !/^-[a-zA-Z]+$/.test(text))
  return joinManifests(
    words.map((word) =>
      word.text === '-'
        ? fromInput(last, around)
        : readKnownPath(word, last, around, (path) => readWrittenFile(path, around) ?? atPath(path, word.text, false)),
    ),
  )
}

/** A text with a variable is still checked, but the value of the variable is not known. */
const ofText = (text: string, known: boolean): Manifests => {
  const read = parseManifests(text, 'the here-document')
  return known
    ? read
    : joinManifests([read, unread('the here-document, with values that are known only when the command runs')])
}

/** Reads a file that the same command writes first, whose current content does not matter. */
function readWrittenFile(path: string, { cwd, reading }: Surroundings): Manifests | undefined {
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
