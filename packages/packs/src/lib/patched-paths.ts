/** Finds the files that a patch changes, if its text is in the command or in a file. */
import { resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { ReadArguments, ShellCommand, ShellInput } from '@hookline/core/shell'
import { pathsIn } from './tool-paths.ts'

export function patchedPaths({ name, stdin }: ShellCommand, read: ReadArguments, directory: string): readonly string[] {
  const files = [...read.all.filter(({ kind }) => kind === 'read').map(({ word }) => word.text), ...filesFrom(stdin)]
  const input = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined
  const patches = [input, ...files.map((file) => readRegularText(resolve(directory, file)))]
  const to = targetsOf(name, read, directory)
  return patches.flatMap((text) => (text === undefined ? [] : pathsIn(text))).flatMap(to)
}

/** The files whose text is the input: `patch < x`, `cat x | git apply`. */
const filesFrom = (stdin: ShellInput): readonly string[] =>
  stdin.kind === 'file'
    ? [stdin.path.text]
    : stdin.kind === 'pipe' && stdin.text === undefined
      ? stdin.from.filter(({ name }) => name === 'cat').flatMap(({ words }) => words.slice(1).map(({ text }) => text))
      : []

/** `-p2` leaves out the first directories of a path (`patch` without it: all), and `--directory=x` puts it into another one. */
function targetsOf(name: string, { options }: ReadArguments, directory: string): (path: string) => readonly string[] {
  const given = (name: RegExp): string => options.find((option) => name.test(option.name))?.value?.text ?? ''
  const root = resolve(directory, given(/^(-d|--directory)$/))
  const count = given(/^(-p|--strip)$/)
  const most = count === '' && name !== 'git' ? MAX_LEFT_OUT : Math.min(Number(count) || 0, MAX_LEFT_OUT)
  return (path) => {
    const parts = path.split('/')
    const counts = Array.from({ length: Math.min(most, parts.length - 1) + 1 }, (_, left) => left)
    return counts.map((left) => resolve(root, parts.slice(left).join('/')))
  }
}
const MAX_LEFT_OUT = 10
