/** Reads commands that run for every file found or every word read: `find -exec`, `fd -x`, `xargs`, `parallel`. */
import { checkLength, replaceAllChecked } from '../budget.ts'
import { joinWords, knownWord, unknownWord } from '../plain-words.ts'
import type { Argument, ReadArguments } from '../programs/argument-state.ts'
import { argumentsOf } from '../programs/index.ts'
import type { ShellCommand, ShellInput, ShellWord } from '../types.ts'
import type { NestedProgram } from './nested-programs.ts'
import { ownRow } from './special-programs.ts'

const filters = /^-(i?name|i?path|i?wholename|i?regex|empty|inum|samefile|e)$/
/** Filters by age, size or owner: in the current directory they may match any file. */
const wideFilters =
  /^(-([amc]time|[amc]min|newer\w*|size|user|group|perm|S)|--(changed-within|changed-before|newer|older))$/
const everywhere = /^(\.{1,2}(\/\.{0,2})*|\$\{?PWD\}?\/?)$/
const everything = /^\^?(\.|\*+)?(\*|\+|\.\*)?\$?$/

interface Search {
  /** The directories it searches. */
  readonly starts: readonly ShellWord[]
  /** Whether it selects only some of the files. */
  readonly filtered: boolean
  /** The one name it searches for, if it is written without wildcards. */
  readonly name?: string
}

function readSearch(read: ReadArguments): Search {
  const starts = read.all.filter((one) => one.kind === 'read').map((one) => one.word)
  const pattern = read.all.find((one) => one.kind === 'selects' && one.position !== undefined)
  const named = read.options.find((one) => /^-i?name$/.test(one.name))?.value?.text
  const isWide = starts.length === 0 || starts.some((word) => everywhere.test(word.text))
  const isFilter = (name: string): boolean => filters.test(name) || (!isWide && wideFilters.test(name))
  const chosen = read.options.some((one) => isFilter(one.name) && !everything.test(one.value?.text ?? 'all'))
  return {
    starts: starts.length === 0 ? [knownWord('.')] : starts,
    filtered: chosen || (pattern !== undefined && !everything.test(pattern.word.text)),
    ...(named === undefined || /[*?[]/.test(named) ? {} : { name: named }),
  }
}

/** The files found, as one word per directory: `src/…`, or `src/*` if nothing is filtered out. */
function describeFoundFiles(read: ReadArguments): readonly ShellWord[] {
  const { starts, filtered, name } = readSearch(read)
  return starts.map(({ text }) => {
    const start = text.replace(/\/$/, '')
    return filtered
      ? unknownWord(`${start}/…${name === undefined ? '' : `/${name}`}`)
      : { text: `${start}/*`, known: false, glob: true }
  })
}

/** The arguments of each group, in the order of the text. */
export function groupedArguments({ all }: ReadArguments): readonly (readonly Argument[])[] {
  const groups = new Map<number, Argument[]>()
  for (const one of all) {
    const group = one.group === undefined ? undefined : groups.get(one.group)
    if (group !== undefined) group.push(one)
    else if (one.group !== undefined) groups.set(one.group, [one])
  }
  return [...groups.values()]
}

/** `find -exec` and `fd -x`, with the files instead of `{}`; without a mark `fd` appends them. */
function readExec(read: ReadArguments): readonly NestedProgram[] {
  const files = describeFoundFiles(read)
  const via = `find ${readSearch(read).starts[0]?.text ?? '.'}`
  return groupedArguments(read).map((group) => {
    const words = group.map((one) => one.word)
    const isMarked = words.some((word) => word.text.includes('{}'))
    const isAppended = !isMarked && /^-[xX]$/.test(group[0]?.option ?? '')
    return { kind: 'command', words: isAppended ? [...words, ...files] : insertAll(words, '{}', files), via }
  })
}

function insertAll(words: readonly ShellWord[], mark: string, values: readonly ShellWord[]): readonly ShellWord[] {
  checkLength(words.length * values.length)
  return words.flatMap((word) => (word.text.includes(mark) ? values.map((one) => insertOne(word, mark, one)) : [word]))
}

const insertOne = (word: ShellWord, mark: string, one: ShellWord): ShellWord => ({
  ...one,
  text: replaceAllChecked(word.text, mark, one.text),
  known: word.known && one.known,
})

const commandWords = (read: ReadArguments): readonly ShellWord[] =>
  read.all.filter((one) => one.kind === 'command').map((one) => one.word)

/** Words from the input or a file are appended, or replace the mark. */
function readXargs(read: ReadArguments, stdin: ShellInput): readonly NestedProgram[] {
  const words = commandWords(read)
  if (words.length === 0) return [{ kind: 'command', words: [knownWord('echo')], via: 'xargs' }]
  const mark = findMark(read)
  // With a mark each line is one value.
  const isLines = mark !== undefined || read.options.some(({ name }) => /^-[0dL]$/.test(name))
  const values = read.all.some((one) => one.kind === 'arguments-file')
    ? [unknownWord('…')]
    : readInputWords(stdin, isLines)
  return [
    {
      kind: 'command',
      words: mark === undefined ? [...words, ...values] : insertAll(words, mark, values),
      via: 'xargs',
    },
  ]
}

/** `-I{}`, `-i`, `--replace=R` and BSD's `-J`. */
function findMark({ options }: ReadArguments): string | undefined {
  const last = options.findLast(({ name }) => /^-[IiJ]$/.test(name))
  if (last === undefined) return undefined
  return last.value?.text || '{}'
}

function readInputWords(stdin: ShellInput, isLines = false): readonly ShellWord[] {
  const text = stdin.kind === 'pipe' || stdin.kind === 'text' ? stdin.text : undefined
  if (text !== undefined)
    return text
      .split(isLines ? /\s*[\n\0]\s*/ : /\s+/)
      .filter((word) => word !== '')
      .map((word) => knownWord(word.replace(/^(["'])(.*)\1$/, '$2')))
  const found = stdin.kind === 'pipe' ? stdin.from.find(isSearch) : undefined
  const read = found === undefined ? undefined : argumentsOf(found)
  return read === undefined ? [unknownWord('…')] : describeFoundFiles(read)
}

const isSearch = (one: ShellCommand): boolean => ownRow(starters, one.name) === readExec

/**
 * `parallel`: a command with the words behind `:::`, from a file or from the input. Without a command every such word
 * is a command itself.
 */
function readParallel(read: ReadArguments, stdin: ShellInput): readonly NestedProgram[] {
  const words = commandWords(read)
  const given = findListedArguments(read)
  if (words.length === 0)
    return (
      given?.map((text) => ({ kind: 'text', text, via: 'parallel' })) ?? [
        { kind: 'input', language: 'sh', via: 'parallel' },
      ]
    )
  const values =
    given ?? (read.input.kind === 'arguments' && !read.all.some(isFileOption) ? readInputWords(stdin, true) : [])
  const isMarked = words.some((word) => mark.test(word.text))
  const all = isMarked ? fillMarks(words, values) : [...words, ...values]
  // With --pipe the program reads the input itself.
  const isPiped = read.options.some(({ name }) => /^--(pipe|pipepart|spreadstdin)$/.test(name))
  if (isPiped && !/\s/.test(words[0]?.text ?? '')) return [{ kind: 'command', words, via: 'parallel' }]
  // One word with spaces is shell text; so is a command with a mark inside a word.
  if (words.length > 1) return [{ kind: 'command', words: all, via: 'parallel' }]
  return [{ kind: 'text', text: joinWords(all), via: 'parallel' }]
}
const mark = /\{(\d+|\.|\/|\/\/|\/\.|)\}/

/** Replaces every form of the mark by the arguments: `{}`, `{.}`, `{1}`. */
function fillMarks(words: readonly ShellWord[], values: readonly ShellWord[]): readonly ShellWord[] {
  checkLength(words.length * values.length)
  return words.flatMap((word) => {
    const found = mark.exec(word.text)?.[0]
    if (found === undefined || values.length === 0) return [word]
    if (/\s/.test(word.text)) return [insertOne(word, found, joinWords(values))]
    return values.map((one) => insertOne(word, found, one))
  })
}

const isFileOption = (one: Argument): boolean => one.kind === 'arguments-file' && one.option !== undefined

/** The words after `:::`; a file of arguments is an unknown word. Undefined if there are none. */
function findListedArguments({ all }: ReadArguments): readonly ShellWord[] | undefined {
  const from = all.findIndex((one) => one.kind === 'separator' && one.word.text.startsWith(':::'))
  const listed = from === -1 ? [] : all.slice(from).filter((one) => one.kind === 'data')
  const files = all.filter((one) => one.kind === 'arguments-file' && !/slf|sshlogin/.test(one.option ?? ''))
  if (from === -1 && files.length === 0) return undefined
  return [...listed.map((one) => one.word), ...files.map(() => unknownWord('…'))]
}

type Starter = (read: ReadArguments, stdin: ShellInput) => readonly NestedProgram[]
const starters: Readonly<Record<string, Starter>> = {
  find: readExec,
  gfind: readExec,
  bfs: readExec,
  fd: readExec,
  fdfind: readExec,
  xargs: readXargs,
  gxargs: readXargs,
  parallel: readParallel,
  env_parallel: readParallel,
  rush: readParallel,
  // `sem` runs the command unchanged.
  sem: (read) => readParallel({ ...read, input: { kind: 'none' } }, { kind: 'none' }),
}

/** How a program runs a command for each of many words; undefined for all other programs. */
export const findStarter = (name: string): Starter | undefined => ownRow(starters, name)
