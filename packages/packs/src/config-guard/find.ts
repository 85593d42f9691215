/** Searches that delete what they find: `find . -name '*.json' -delete` reaches hook files that are there. */
import { basename, join, relative, resolve } from 'node:path'
import { globPattern } from '@hookline/core/sdk'
import type { ShellCommand, ShellReading } from '@hookline/core/shell'
import { isInside } from '../lib/paths.ts'
import type { Guarded, Where } from './guarded.ts'

const takes = /^-(delete|exec|execdir|ok|okdir|fprint0?|fprintf|fls)$/
/** Programs behind -exec that only show what they are given. */
const shows =
  /^(ls|cat|head|tail|wc|grep|egrep|fgrep|rg|file|stat|echo|printf|du|basename|dirname|realpath|readlink|md5sum|sha1sum|sha256sum|shasum|cksum|jq|diff|cmp|test|\[|sh|bash|chmod|touch|cp|git|less|sort|node|python3?|awk|sed|xxd|od|strings|nl|tac|cut|bat|prettier|eslint|shellcheck)$/
const narrows = /^-(i?name|i?path|i?wholename|i?regex)$/

/** A protected file that is there and that the search would delete. */
export function lostByFind(command: ShellCommand, where: Where, guarded: Guarded): string | undefined {
  if (/^fd(find)?$/.test(command.name)) return lostByFd(command, where, guarded)
  if (!/^(g?find|bfs)$/.test(command.name)) return undefined
  const texts = command.words.map(({ text }) => text)
  const at = texts.findIndex((text) => takes.test(text))
  if (at === -1 || (texts[at] !== '-delete' && shows.test(basename(texts[at + 1] ?? '')))) return undefined
  const first = texts.findIndex((text, place) => place > 0 && /^[-(!]/.test(text))
  const starts = texts.slice(1, first)
  const from = resolve(where.cwd, command.cwd ?? '.')
  const tests = conditionsOf(texts.slice(first, at))
  if (tests === undefined) return undefined
  for (const start of starts.length === 0 ? ['.'] : starts) {
    const base = resolve(from, start)
    if (isNamed(base, texts, guarded)) return start
    const lost = guarded.filesIn(base).find((file) => isInside(file, [base]) && tests(file, base))
    if (lost !== undefined) return lost
  }
  return undefined
}

/** The search begins in a protected directory, and takes all of it or a file that is protected by its name. */
function isNamed(base: string, texts: readonly string[], guarded: Guarded): boolean {
  const at = texts.findIndex((text) => /^-i?name$/.test(text))
  if (at === -1) return guarded.has(base) && !texts.some((text) => narrows.test(text) || text === '-empty')
  const path = join(base, texts[at + 1] ?? '')
  return /[*?[]/.test(path) ? guarded.mayBe(path) : guarded.has(path)
}

/** By name and path; every other test may hold. Undefined: nothing that is protected can be meant. */
function conditionsOf(texts: readonly string[]): ((file: string, base: string) => boolean) | undefined {
  if (texts.includes('-empty') || /^-type (l|p|s|b|c)$/.test(texts.slice(0, 2).join(' '))) return undefined
  const rows = texts.flatMap((text, at) => {
    if (!narrows.test(text) || /^(!|-not)$/.test(texts[at - 1] ?? '')) return []
    const value = texts[at + 1] ?? ''
    return [/regex/.test(text) ? () => true : /name$/.test(text) && !/whole/.test(text) ? byName(value) : byPath(value)]
  })
  if (rows.length === 0) return () => true
  const any = texts.some((text) => /^(-o|-or|,)$/.test(text))
  return (file, base) => (any ? rows.some((row) => row(file, base)) : rows.every((row) => row(file, base)))
}

const matcher = (pattern: string): RegExp => new RegExp(globPattern(`**/${pattern}`), 'i')
/** The file itself, or a directory above it, below the start of the search. */
const byName = (pattern: string) => {
  const expression = matcher(pattern)
  return (file: string, base: string): boolean =>
    relative(base, file)
      .split('/')
      .some((part) => expression.test(part))
}
const byPath = (pattern: string) => {
  const expression = new RegExp(
    `^${pattern
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replace(/\?/g, '.')}$`,
    'i',
  )
  return (file: string, base: string): boolean => {
    const way = relative(base, file)
    return [file, way, `./${way}`].some((one) => expression.test(one))
  }
}

/** `fd` leaves hidden files out unless it is asked for them. */
function lostByFd(command: ShellCommand, where: Where, guarded: Guarded): string | undefined {
  const texts = command.words.slice(1).map(({ text }) => text)
  const at = texts.findIndex((text) => /^(-x|-X|--exec|--exec-batch)$/.test(text))
  const isHidden = texts.some((text) => /^(-[a-zA-Z]*[Hu][a-zA-Z]*|--hidden|--unrestricted)$/.test(text))
  if (at === -1 || !isHidden || shows.test(basename(texts[at + 1] ?? ''))) return undefined
  const [pattern = '', start = '.'] = texts.slice(0, at).filter((text) => !text.startsWith('-'))
  const base = resolve(where.cwd, command.cwd ?? '.', start)
  const test = texts.some((text) => /^(-g|--glob)$/.test(text)) ? byName(pattern) : byText(pattern)
  return guarded.filesIn(base).find((file) => test(file, base))
}
/** A plain text may stand anywhere in the name; an expression may match all. */
const byText = (pattern: string) => (file: string, base: string) =>
  !/^[\w.-]*$/.test(pattern) || relative(base, file).toLowerCase().includes(pattern.toLowerCase())

/** `ls -A | xargs rm -rf`, `git ls-files -o | xargs rm`: a list that holds hidden or untracked files. */
export function lostByList(
  command: ShellCommand,
  { commands }: ShellReading,
  where: Where,
  guarded: Guarded,
): string | undefined {
  const isFed = command.via.at(-1) === 'xargs' && command.words.some(({ text }) => text.startsWith('…'))
  if (!isFed || shows.test(command.name) || command.name === 'echo') return undefined
  const from = resolve(where.cwd, command.cwd ?? '.')
  return commands.flatMap((one) => startsOf(one, from)).flatMap((start) => guarded.filesIn(start))[0]
}
/** The directories that such a list is about. */
function startsOf({ name, words }: ShellCommand, from: string): readonly string[] {
  const texts = words.slice(1).map(({ text }) => text)
  const option =
    name === 'git' && texts.includes('ls-files')
      ? /^(-\w*o\w*|--others)$/
      : /^(ls|dir|gls)$/.test(name)
        ? /^(-\w*[aA]\w*|--all|--almost-all)$/
        : undefined
  if (option === undefined || !texts.some((text) => option.test(text))) return []
  const named = texts.filter((text) => !text.startsWith('-') && text !== 'ls-files')
  return (named.length === 0 ? ['.'] : named).map((one) => resolve(from, one))
}
