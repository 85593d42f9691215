/** Commands that are run for every file found or every word read: `find -exec`, `fd -x`, `xargs`. */
import { replacedAll, sized } from './budget.ts'
import type { Carried } from './carriers.ts'
import type { ShellCommand, ShellInput, ShellWord } from './types.ts'

const known = (text: string): ShellWord => ({ text, known: true, glob: false })

const filters =
  /^-(i?name|i?path|i?wholename|i?regex|[amc]time|[amc]min|empty|newer\w*|size|inum|user|group|perm|samefile)$/

/** Where `find` looks, and whether it takes only some of what is there. */
export function searchOf(args: readonly ShellWord[]): {
  readonly starts: readonly ShellWord[]
  readonly filtered: boolean
  /** The one name it looks for, when it is written out. */
  readonly name?: string
} {
  const first = args.findIndex((word) => /^[-(!]/.test(word.text))
  const starts = args.slice(0, first === -1 ? args.length : first)
  const at = args.findIndex((word) => /^-i?name$/.test(word.text))
  const name = at === -1 ? undefined : args[at + 1]?.text
  const everything = (word: string): boolean => /^\*+(\.\*)?$/.test(word)
  return {
    starts: starts.length === 0 ? [known('.')] : starts,
    filtered: args.some((word, at) => filters.test(word.text) && !everything(args[at + 1]?.text ?? '')),
    ...(name === undefined || /[*?[]/.test(name) ? {} : { name }),
  }
}

const fdValues =
  /^(-[edEtSocj]|--(extension|type|exclude|size|max-depth|min-depth|exact-depth|owner|color|threads|changed-(within|before)|newer|older|ignore-file|max-results|path-separator|base-directory|format))$/
const fdFilters = /^(-e.*|-S.*|--(extension|size|changed-within|changed-before|newer|older)(=.*)?)$/

/** The same of `fd`, whose first word is the pattern and whose other words are where it looks. */
function searchOfFd(args: readonly ShellWord[]): ReturnType<typeof searchOf> {
  const words: ShellWord[] = []
  const starts: ShellWord[] = []
  let filtered = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as ShellWord
    if (runsEach.test(word.text)) break
    filtered ||= fdFilters.test(word.text)
    if (word.text === '--search-path') starts.push(args[++at] ?? word)
    else if (fdValues.test(word.text)) at++
    else if (!word.text.startsWith('-')) words.push(word)
  }
  const [pattern, ...paths] = words
  const some = pattern !== undefined && !/^\^?(\.|\*+)?(\*|\+)?\$?$/.test(pattern.text)
  const all = [...starts, ...paths]
  return { starts: all.length === 0 ? [known('.')] : all, filtered: filtered || some }
}
const runsEach = /^(-exec|-execdir|-ok|-okdir|-x|--exec|-X|--exec-batch)$/

type Search = (args: readonly ShellWord[]) => ReturnType<typeof searchOf>
const searches: Readonly<Record<string, Search>> = { find: searchOf, fd: searchOfFd, fdfind: searchOfFd }

/** The files found, as one word that lies where they were looked for: `src/…`, or `src/*` when nothing is left out. */
function foundIn(args: readonly ShellWord[], search: Search): readonly ShellWord[] {
  const { starts, filtered, name } = search(args)
  return starts.map(({ text }) => {
    const start = text.replace(/\/$/, '')
    return filtered
      ? { text: `${start}/…${name === undefined ? '' : `/${name}`}`, known: false, glob: false }
      : { text: `${start}/*`, known: false, glob: true }
  })
}

export function executed(args: readonly ShellWord[], program: string): readonly Carried[] {
  const found: Carried[] = []
  const search = searches[program] ?? searchOf
  const files = foundIn(args, search)
  const via = `find ${search(args).starts[0]?.text ?? '.'}`
  for (let at = 0; at < args.length; at++) {
    const flag = args[at]?.text ?? ''
    if (!runsEach.test(flag)) continue
    const from = at + 1
    while (at < args.length && args[at]?.text !== ';' && args[at]?.text !== '+') at++
    sized((at - from) * files.length)
    const words = args
      .slice(from, at)
      .flatMap((word) =>
        word.text.includes('{}')
          ? files.map((file) => ({ ...file, text: replacedAll(word.text, '{}', file.text) }))
          : [word],
      )
    // `fd -x rm`: without a mark the files come last.
    const bare =
      /^(-x|-X|--exec|--exec-batch)$/.test(flag) && !args.slice(from, at).some(({ text }) => text.includes('{}'))
    if (words.length > 0) found.push({ kind: 'command', words: bare ? [...words, ...files] : words, via })
  }
  return found
}

const VALUES = /^(-[IndPLsEa]|--replace|--max-args|--max-procs|--delimiter|--arg-file|--max-lines|--max-chars)$/

/** What is read from the input comes after the words, or in the place of the replacement text. */
export function xargs(args: readonly ShellWord[], stdin: ShellInput): Carried {
  let at = 0
  let replaced: string | undefined
  for (; at < args.length && args[at]?.text.startsWith('-'); at++) {
    const flag = args[at]?.text ?? ''
    if (/^-I./.test(flag)) replaced = flag.slice(2)
    if (!VALUES.test(flag)) continue
    at++
    if (flag === '-I') replaced = args[at]?.text
  }
  const words = args.slice(at)
  const read = wordsRead(stdin)
  const mark = replaced === '' ? undefined : replaced
  if (mark !== undefined) sized(words.length * read.length)
  const all =
    mark === undefined
      ? [...words, ...read]
      : words.flatMap((word) => (word.text.includes(mark) ? read.map((one) => put(word, mark, one)) : [word]))
  return { kind: 'command', words: words.length === 0 ? [known('echo')] : all, via: 'xargs' }
}

const put = (word: ShellWord, mark: string, one: ShellWord): ShellWord => ({
  ...one,
  text: replacedAll(word.text, mark, one.text),
  known: word.known && one.known,
})

function wordsRead(stdin: ShellInput): readonly ShellWord[] {
  const text = stdin.kind === 'pipe' || stdin.kind === 'text' ? stdin.text : undefined
  if (text !== undefined)
    return text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(known)
  const found = stdin.kind === 'pipe' ? stdin.from.find(isSearch) : undefined
  return found === undefined
    ? [{ text: '…', known: false, glob: false }]
    : foundIn(found.words.slice(1), searches[found.name] ?? searchOf)
}

const isSearch = (one: ShellCommand): boolean => Object.hasOwn(searches, one.name)
