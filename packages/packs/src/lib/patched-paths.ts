/** Finds the files that a patch changes, if its text is in the command or in a file. */
import { resolve } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { ReadArguments, ShellCommand } from '@hookline/core/shell'
import { pathsIn } from './tool-paths.ts'

export function patchedPaths({ stdin }: ShellCommand, { all }: ReadArguments, directory: string): readonly string[] {
  const input = stdin.kind === 'text' ? stdin.text : stdin.kind === 'pipe' ? stdin.text : undefined
  const files = [
    ...all.filter(({ kind }) => kind === 'read').map(({ word }) => word.text),
    ...(stdin.kind === 'file' ? [stdin.path.text] : []),
  ]
  const args = [input, ...files.map((file) => readRegularText(resolve(directory, file)))]
  return args
    .flatMap((text) => (text === undefined ? [] : pathsIn(text)))
    .map((path) => resolve(directory, path.replace(/^[ab]\//, '')))
}
