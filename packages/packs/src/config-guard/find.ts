/** Searches that delete what they find: `find . -name '*.json' -delete` reaches hook files that are there. */
import { join, relative, resolve } from 'node:path'
import type { ShellCommand } from '@hookline/core/shell'
import { isInside } from '../lib/paths.ts'
import { fitsLoosely } from './fits.ts'
import type { Guarded, Where } from './guarded.ts'

const narrows = /^-(i?name|i?path|i?wholename|i?regex)$/

/** A protected file that is there and that the search would delete. */
export function lostByFind(command: ShellCommand, where: Where, guarded: Guarded): string | undefined {
  if (/^fd(find)?$/.test(command.name)) return lostByFd(command, where, guarded)
  if (!/^(g?find|bfs)$/.test(command.name) || !command.words.some(({ text }) => text === '-delete')) return undefined
  return foundBy(command, where, guarded)[0]
}

/** Protected files that are there and that a search finds. */
export function foundBy(command: ShellCommand, where: Where, guarded: Guarded): readonly string[] {
  const texts = command.words.map(({ text }) => text)
  const end = texts.findIndex((text) =>
    /^-(delete|exec|execdir|ok|okdir|print0?|fprint0?|fprintf|printf|fls|ls)$/.test(text),
  )
  const first = texts.findIndex((text, place) => place > 0 && /^[-(!]/.test(text))
  const starts = texts.slice(1, first === -1 ? undefined : first)
  const from = resolve(where.cwd, command.cwd ?? '.')
  const tests = conditionsOf(first === -1 ? [] : texts.slice(first, end === -1 ? undefined : end))
  if (tests === undefined) return []
  return (starts.length === 0 ? ['.'] : starts).flatMap((start) => {
    const base = resolve(from, start)
    if (isNamed(base, texts, guarded)) return [start]
    return guarded.filesIn(base).filter((file) => isInside(file, [base]) && tests(file, base))
  })
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

/** The file itself, or a directory above it, below the start of the search. */
const byName =
  (pattern: string) =>
  (file: string, base: string): boolean =>
    relative(base, file)
      .split('/')
      .some((part) => fitsLoosely(pattern, part))
const byPath =
  (pattern: string) =>
  (file: string, base: string): boolean => {
    const way = relative(base, file)
    return [file, way, `./${way}`].some((one) => fitsLoosely(pattern, one))
  }

const shows = /^(ls|cat|head|tail|wc|grep|rg|file|stat|echo|du|bat|jq|sha256sum|md5sum)$/
/** `fd` leaves hidden files out unless it is asked for them. */
function lostByFd(command: ShellCommand, where: Where, guarded: Guarded): string | undefined {
  const texts = command.words.slice(1).map(({ text }) => text)
  const at = texts.findIndex((text) => /^(-x|-X|--exec|--exec-batch)$/.test(text))
  const isHidden = texts.some((text) => /^(-[a-zA-Z]*[Hu][a-zA-Z]*|--hidden|--unrestricted)$/.test(text))
  if (at === -1 || !isHidden || shows.test(texts[at + 1] ?? '')) return undefined
  const [pattern = '', start = '.'] = texts.slice(0, at).filter((text) => !text.startsWith('-'))
  const base = resolve(where.cwd, command.cwd ?? '.', start)
  const test = texts.some((text) => /^(-g|--glob)$/.test(text)) ? byName(pattern) : byText(pattern)
  return guarded.filesIn(base).find((file) => test(file, base))
}
/** A plain text may stand anywhere in the name; an expression may match all. */
const byText = (pattern: string) => (file: string, base: string) =>
  !/^[\w.-]*$/.test(pattern) || relative(base, file).toLowerCase().includes(pattern.toLowerCase())
