/** What a call hands to the cluster, as far as it can be read before: documents, and what could not be read. */

import { resolve } from 'node:path'
import type { ShellCommand, ShellReading, ShellWord } from '@hookline/core/shell'
import { has, type KubeCall, valuesOf } from './call.ts'
import { kustomized } from './kustomize.ts'
import { atPath, joined, type Manifests, parsed, unread } from './read-manifests.ts'

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
