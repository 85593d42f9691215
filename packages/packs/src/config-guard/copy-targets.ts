/** Finds the files that a copy or a move writes: `cp a.txt .cursor` writes `.cursor/a.txt`. */
import { basename } from 'node:path'
import { protectedNames } from '@hookline/core/sdk'
import type { Argument, ShellWord } from '@hookline/core/shell'

interface CopyTarget {
  readonly word: ShellWord
  /** The name of a source file in the target, which is then a directory. */
  readonly copied?: true
}

const copiers = new Set('cp gcp mv gmv install ginstall ln gln rsync scp'.split(' '))
/** The directory of an agent, whose other files are not protected. */
const agentDirectory = new RegExp(
  `(^|/)(${protectedNames.directories.map((one) => one.replace('.', '\\.')).join('|')})/?$`,
  'i',
)

/** Returns the targets for one argument, with the names that the sources get there. */
export type TargetsOf = (word: ShellWord) => readonly CopyTarget[]

/** A source that is a directory, or is not known, may write any file in the target. */
export function copyTargets(all: readonly Argument[], name: string, given: ReadonlySet<string>): TargetsOf {
  const asItself = given.has('-T') || (/^g?ln$/.test(name) && given.has('-n'))
  const names = copiers.has(name) && !asItself ? all.flatMap(nameOf) : []
  if (names.length === 0 || names.some((one) => one === '' || one === '.' || one === '..')) return (word) => [{ word }]
  return (word) => {
    const isFile = !word.text.endsWith('/') && !agentDirectory.test(word.text)
    const base = word.text.replace(/\/$/, '')
    return [
      ...(isFile ? [{ word }] : []),
      ...names.map((one) => ({ word: { ...word, text: `${base}/${one}` }, copied: true as const })),
    ]
  }
}

/** Empty if the name is not known. */
const nameOf = ({ kind, word: { text, known, glob } }: Argument): readonly string[] =>
  !/^(read|delete|name|remote-read)$/.test(kind)
    ? []
    : known && !glob && !text.endsWith('/')
      ? [basename(text.replace(/^[^/:]*:/, ''))]
      : ['']
