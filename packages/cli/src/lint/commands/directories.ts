/** Finds the working directory in which a command starts a program: `cd a && …`, `env -C a …`, `uv --directory a …`. */

import { asWritten } from '../code/shell/text.ts'
import type { ShellRun } from '../code/shell/walk.ts'
import type { Directories } from './command-line.ts'
import type { Word } from './shell-words.ts'

export const changesDirectory = /^(cd|pushd|popd|chdir|Set-Location|sl)$/i

/** The directory changes that apply when `run` starts, in order. */
export function directoriesBefore(run: ShellRun, runs: readonly ShellRun[]): Directories {
  const changes = runs.filter(
    (one) =>
      changesDirectory.test(one.name) &&
      one.offset < run.offset &&
      one.subshells.every((id, at) => run.subshells[at] === id),
  )
  const directories: string[] = []
  for (const change of changes) {
    const target = targetOf(change)
    // A `cd` in another branch or inside a function may or may not have run.
    const happens = change.inside === run.inside && change.blocks.every((block, at) => run.blocks[at] === block)
    if (!happens || target === undefined) return 'unknown'
    directories.push(target)
  }
  return directories
}

/** `cd` alone goes to the home directory. The target of `cd -` and `popd` is unknown. */
function targetOf({ name, args }: ShellRun): string | undefined {
  const words = args.map(asWritten)
  const at = words.findIndex((word) => !/^-[LPe@n]+$|^--$/.test(word))
  const word = words[at]
  if (name === 'popd' || word === '-' || word === '' || /^[+-]\d+$/.test(word ?? '')) return undefined
  return word ?? (name === 'cd' ? '~/' : undefined)
}

const prefixOptions: Readonly<Record<string, RegExp>> = {
  env: /^(?:-C|--chdir)(?:=?(.+))?$/,
  sudo: /^(?:-D|--chdir)(?:=?(.+))?$/,
}

/** The directory that a prefix such as `env -C` changes to. */
export function prefixDirectory(words: readonly Word[]): Directories {
  const at = words.findIndex(({ text }) => Object.hasOwn(prefixOptions, text.split('/').at(-1) ?? ''))
  const option = prefixOptions[words[at]?.text.split('/').at(-1) ?? '']
  if (option === undefined) return []
  for (const [index, { text }] of words.slice(at + 1).entries()) {
    const found = option.exec(text)
    if (found !== null) return [found[1] ?? words[at + index + 2]?.text ?? '']
    if (!text.startsWith('-') && !/^\w+=/.test(text)) return []
  }
  return []
}

const interpreterOptions: Readonly<Record<string, RegExp>> = {
  uv: /^--directory(?:=(.+))?$/,
  bun: /^--cwd(?:=(.+))?$/,
  go: /^-C(?:=(.+))?$/,
  pwsh: /^-(?:WorkingDirectory|wd)(?::(.+))?$/i,
}
const none = /^(?!)/

/** The option of an interpreter that changes the directory before it opens the script. */
export const directoryOptions = (interpreter: string): RegExp => interpreterOptions[interpreter] ?? none
