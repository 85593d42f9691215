/** The files that a copy or a move writes: `cp a.txt .cursor` writes `.cursor/a.txt`. */
import { basename } from 'node:path'
import { protectedNames } from '@hookline/core/sdk'
import type { Argument, ShellWord } from '@hookline/core/shell'

interface CopyTarget {
  readonly word: ShellWord
  /** It is the name of a source in the target, which then is a directory. */
  readonly copied?: true
}

const copiers = new Set('cp gcp mv gmv install ginstall ln gln rsync scp'.split(' '))
/** The directory of an agent itself, whose other files are free. */
const agentDirectory = new RegExp(
  `(^|/)(${protectedNames.directories.map((one) => one.replace('.', '\\.')).join('|')})/?$`,
  'i',
)

/** For one written word, with the names that the sources get there. */
export type TargetsOf = (word: ShellWord) => readonly CopyTarget[]

/** What is copied as the directory itself, or is not known, may be any file there. */
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

/** Empty where it is not known. */
const nameOf = ({ kind, word: { text, known, glob } }: Argument): readonly string[] =>
  !/^(read|delete|name|remote-read)$/.test(kind)
    ? []
    : known && !glob && !text.endsWith('/')
      ? [basename(text.replace(/^[^/:]*:/, ''))]
      : ['']
