/** Finds what a command does to files: changes, deletions, and arguments whose meaning is not known. */
import {
  argumentsOf,
  grammarOf,
  type ReadArguments,
  readShell,
  type ShellCommand,
  type ShellReading,
  type ShellWord,
} from '@hookline/core/shell'
import { codeActs } from './code-text/code-paths.ts'
import { copyTargets } from './copy-targets.ts'
import { isHardLink } from './links.ts'
import { interpreters, isKnown, parts, unknownWords } from './unknown-words.ts'

export interface Act {
  readonly path: string
  readonly glob: boolean
  readonly cwd?: string
  /** `unsure` means that an unknown program gets the path and may do anything with it. */
  readonly how: 'change' | 'unsure'
  /** Everything below it is affected too. */
  readonly whole: boolean
  /** The path itself is removed; the target of a link stays. */
  readonly removes?: true
  /** The name of a copied file in a directory. It counts only in the workspace and the home directory. */
  readonly copied?: true
}

/** Programs that change no existing file. */
const harmless = new Set([
  'mkdir',
  'gmkdir',
  'export',
  'unset',
  'local',
  'declare',
  'readonly',
  'set',
  'alias',
  'which',
  'type',
  'hash',
  'command',
  'man',
  'tldr',
  'cd',
  'pushd',
  'popd',
  'pwd',
  'exit',
  'return',
  'sleep',
  'true',
  'false',
  ':',
  'date',
  'printf',
  'echo',
  'help',
  'id',
  'whoami',
  'uname',
  'wait',
  'jobs',
  'read',
])
export function actsIn(reading: ShellReading): readonly Act[] {
  const redirected = reading.files
    .filter(({ how }) => how !== 'read')
    .map(({ path, cwd }): Act => ({ ...act(path, 'change', false), ...(cwd === undefined ? {} : { cwd }) }))
  return [...redirected, ...reading.commands.flatMap((command) => [...codeActs(command), ...actsOf(command)])]
}

const act = (word: ShellWord, how: Act['how'], whole: boolean): Act => ({
  path: word.text,
  glob: word.glob,
  how,
  whole,
})

function actsOf(started: ShellCommand): readonly Act[] {
  // `npx rimraf@5` starts rimraf.
  const command = started.name.includes('@') ? { ...started, name: started.name.replace(/(?<=.)@[^/]*$/, '') } : started
  const at = command.cwd === undefined ? {} : { cwd: command.cwd }
  return [...found(command), ...inInput(command), ...behind(command)].map((one) => ({ ...one, ...at }))
}

/** The arguments of an unknown program may be a command: `npx shx rm -rf x`. */
function behind({ words, ...command }: ShellCommand): readonly Act[] {
  if (grammarOf(command.name) !== undefined || isKnown(command.name)) return []
  const at = words.findIndex(
    ({ text }, index) => index > 0 && /^[a-z][\w-]*$/.test(text) && grammarOf(text) !== undefined,
  )
  const name = words[at]?.text ?? ''
  return at === -1 ? [] : found({ ...command, name, words: words.slice(at) })
}

function found(command: ShellCommand): readonly Act[] {
  if (harmless.has(command.name)) return []
  if (deleters.test(command.name)) return plainWords(command).map((word) => act(word, 'change', true))
  if (/^(docker|podman|nerdctl|bwrap|firejail|proot|systemd-nspawn)$/.test(command.name)) return mounted(command)
  if (editsGivenFiles(command)) return plainWords(command).map((word) => act(word, 'change', false))
  const read = argumentsOf(command)
  if (read === undefined || interpreters.test(command.name) || saysNothing(read))
    return unknownWords(command).map((word) => act(word, 'unsure', false))
  if (read.isDryRun) return []
  if (/^g?chmod$/.test(command.name))
    return onlyGrants(command) ? [] : plainWords(command).map((word) => act(word, 'change', true))
  // `mmv '.a/*' …` expands its wildcards itself.
  if (renamers.test(command.name))
    return plainWords(command).map((word) =>
      act({ ...word, glob: word.glob || word.text.includes('*') }, 'change', true),
    )
  const given = new Set(read.options.map(({ name }) => name))
  // It only removes the file from the next commit.
  if (read.verbs[0] === 'restore' && given.has('-S') && !given.has('-W')) return []
  const movesTree = read.verbs[0] === 'worktree' && command.words.some(({ text }) => text === 'move')
  const editsFile = /awk$/.test(command.name) && command.words.some(({ text }) => /(^|=)inplace/.test(text))
  const [takesSources, empties, unpacks] = [takes, deletes, extracts].map((row) => holds(row, command.name, given))
  const targetsOf = copyTargets(read.all, command.name, given)
  const outputs = outputPositions(read)
  return read.all.flatMap((one): readonly Act[] => {
    const { kind, word } = one
    // What a search deletes depends on its tests, which `find.ts` checks.
    if (kind === 'delete' && searches.test(command.name)) return []
    if (kind === 'delete') return [{ ...act(word, 'change', true), removes: true }]
    if (kind === 'alter') return [act(word, 'change', true)]
    if (kind === 'write' || kind === 'remote-write')
      return [...targetsOf(word), ...unpackedName(command.name, word)].map(({ word: each, ...more }) => ({
        ...act(each, 'change', empties === true || replaces.has(command.name)),
        ...more,
      }))
    if ((kind === 'read' || kind === 'remote-read') && (takesSources || editsFile)) return [act(word, 'change', true)]
    // The code of awk may write to a file in a variable: `awk -v o=x '{ print > o }'`, `awk '{ print > ARGV[1] }' x`.
    if (/awk$/.test(command.name) && (one.option === '-v' || kind === 'read') && writesToNamed(command))
      return inVariable(word)
    if (one.option === '--transform') return [act({ ...word, text: replacedBy(word.text) }, 'change', true)]
    if (kind === 'selects' && unpacks && !read.isQuiet && !given.has(command.name === 'unzip' ? '-p' : '-O'))
      return [act({ ...word, glob: word.glob || /[*?[]/.test(word.text) }, 'change', false)]
    if (kind === 'read' && outputs.has(one.at)) return [act(word, 'unsure', false)]
    if (kind === 'directory' && unpacks) return [act(word, 'change', false)]
    if (kind === 'code') return inScript({ ...word, text: command.code?.text ?? word.text })
    if (kind === 'shell') return actsIn(readShell(word.text))
    if (kind === 'name' && movesTree && one.position === 0) return [act(word, 'change', true)]
    if (kind === 'unknown' && read.verbs.length === 0) return [act(word, 'unsure', false)]
    return kind === 'name' && isHardLink(command) ? [act(word, 'change', false)] : []
  })
}

/** The arguments after an output option that the grammar does not know: `pandoc -o file`. */
function outputPositions({ all, grammar: { flags = '' } }: ReadArguments): ReadonlySet<number> {
  const known = new Set(flags.split(/[\s|]+/))
  const options = all.filter(
    ({ kind, word: { text } }) =>
      kind === 'option' && /^(-o|-O|--out\S*|--dest\S*|--write\S*)$/.test(text) && !known.has(text),
  )
  return new Set(options.map(({ at }) => at + 1))
}

/** The grammar contains the program but does not describe its arguments. */
const saysNothing = ({ grammar: { operands, values, keys, verbs } }: ReadArguments): boolean =>
  operands === 'unknown*' && values === undefined && keys === undefined && verbs === undefined

/** `perl -pi -e …` changes the given files. */
const editsGivenFiles = ({ name, words }: ShellCommand): boolean =>
  /^(perl|ruby)[\d.]*$/.test(name) && words.some(({ text }) => /^-[a-zA-Z]*i/.test(text))
/** Packages that delete their arguments. */
const deleters = /^(trash-cli|rm-cli|rmrf|del|empty-trash-cli|rimraf\w*)$/
/** A protected path in a container's arguments may be mounted, and changed there. */
const mounted = ({ words }: ShellCommand): readonly Act[] =>
  words
    .slice(1)
    .flatMap((word) =>
      [word.text.split(/:(?=\/)/)[0] ?? '', /(?:source|src)=([^,]+)/.exec(word.text)?.[1] ?? '']
        .filter((text) => text !== '' && !text.startsWith('-'))
        .map((text) => act({ ...word, text }, 'unsure', false)),
    )
const searches = /^(g?find|bfs|fd|fdfind)$/
const renamers = /^(rename|prename|mmv|rename\.ul|perl-rename)$/
const plainWords = ({ words }: ShellCommand): readonly ShellWord[] =>
  words.slice(1).filter(({ text }) => !text.startsWith('-'))

/** Options that make a program delete what it packs or copies. */
const takes: Readonly<Record<string, readonly string[]>> = {
  zip: ['-m'],
  tar: ['--remove-files'],
  gtar: ['--remove-files'],
  rsync: ['--remove-source-files'],
  '7z': ['-sdel'],
  '7za': ['-sdel'],
  '7zz': ['-sdel'],
}
/** Options that make a program delete what is in the target and not in the source. */
const deletes: Readonly<Record<string, readonly string[]>> = {
  rsync: ['--delete', '--delete-after', '--delete-before', '--delete-during', '--delete-delay', '--delete-excluded'],
}
/** Options with which a program writes into the given directory; an empty list means always. */
const extracts: Readonly<Record<string, readonly string[]>> = {
  tar: ['-x'],
  gtar: ['-x'],
  bsdtar: ['-x'],
  unzip: [],
  patch: [],
  gpatch: [],
  cpio: [],
}
const holds = (
  table: Readonly<Record<string, readonly string[]>>,
  name: string,
  given: ReadonlySet<string>,
): boolean => {
  const options = Object.hasOwn(table, name) ? table[name] : undefined
  return options !== undefined && (options.length === 0 || options.some((option) => given.has(option)))
}
/** Programs that replace the given file or directory. */
const replaces = new Set('gzip bzip2 xz zstd lz4 brotli pigz compress lzma'.split(' '))

/** The new beginning of names in `tar --transform=s,old,new,`. */
const replacedBy = (script: string): string =>
  script.replaceAll('\\/', '\0').split(script.charAt(1))[2]?.replaceAll('\0', '/') ?? ''

/** `gunzip x.gz` writes `x`. */
const unpackedName = (name: string, word: ShellWord): readonly { readonly word: ShellWord }[] => {
  const text = word.text.replace(/\.(gz|bz2|xz|zst|lz4|br|Z|lzma)$/, '')
  return text !== word.text && unpackers.test(name) ? [{ word: { ...word, text } }] : []
}
const unpackers = /^(g?un(zip|compress|xz|zstd|lzma)|bunzip2|gzip|bzip2|xz|zstd|lz4|brotli|pigz|lzma)$/

/** Paths in a script of sed or awk that writes files or starts programs. */
const writesInScript =
  /(^|[;}\s/\d$:|%])([wW]|wa?q?a?|x|xit|sav(eas)?|up(date)?)!?\s|write-?(file|region)|delete-file|rename-file|copy-file|\b(delete|rename)\(|\bm?get\s|>|\.(output|once|save|backup|excel|log)\b|outfile|copy\b|\||system|\be\b/
const writesToNamed = ({ code }: ShellCommand): boolean => />\s*[a-z_]/i.test(code?.text ?? '')
const inVariable = (word: ShellWord): readonly Act[] => [
  act({ ...word, text: word.text.replace(/^\w+=/, '') }, 'change', false),
]
/** Programs whose input is a script that may write files. */
const scripted = /^(r?ed|ex|vim?|nvim|sqlite3?|duckdb|psql|mysql|mariadb|s?ftp|lftp)$/
const inInput = ({ name, stdin }: ShellCommand): readonly Act[] =>
  scripted.test(name) && (stdin.kind === 'text' || stdin.kind === 'pipe') && stdin.text !== undefined
    ? inScript({ text: stdin.text, known: true, glob: false })
    : []
const inScript = (word: ShellWord): readonly Act[] =>
  writesInScript.test(word.text) ? parts(word).map((one) => act(one, 'change', false)) : []

/** The command only adds permissions. */
const onlyGrants = ({ words }: ShellCommand): boolean =>
  /^([ugoa]*\+[rwxX]+|0?7[0-7]{2})$/.test(
    words.find(({ text }, at) => at > 0 && !/^-[RvcfhHLP]+$|^--/.test(text))?.text ?? '',
  )
