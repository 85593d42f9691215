/** Checks searches that delete what they find: `find . -name '*.json' -delete` may delete hook files. */
import { join, relative, resolve } from 'node:path'
import type { ShellCommand } from '@hookline/core/shell'
import { isInside } from '../lib/paths.ts'
import { fitsLoosely } from './fits.ts'
import type { CommandContext, Guarded } from './guarded.ts'

const narrows = /^-(i?name|i?path|i?wholename|i?regex)$/

/** An existing protected file that the search would delete. */
export function lostByFind(command: ShellCommand, where: CommandContext, guarded: Guarded): string | undefined {
  if (/^fd(find)?$/.test(command.name)) return lostByFd(command, where, guarded)
  if (!/^(g?find|bfs)$/.test(command.name) || !command.words.some(({ text }) => text === '-delete')) return undefined
  return foundBy(command, where, guarded)[0]
}

/** Existing protected files that a search finds. */
export function foundBy(command: ShellCommand, where: CommandContext, guarded: Guarded): readonly string[] {
  const args = command.words.map(({ text }) => text)
  const end = args.findIndex((text) =>
    /^-(delete|exec|execdir|ok|okdir|print0?|fprint0?|fprintf|printf|fls|ls)$/.test(text),
  )
  const first = args.findIndex((text, index) => index > 0 && /^[-(!]/.test(text))
  const starts = args.slice(1, first === -1 ? undefined : first)
  const from = resolve(where.cwd, command.cwd ?? '.')
  const tests = conditionsOf(first === -1 ? [] : args.slice(first, end === -1 ? undefined : end))
  if (tests === undefined) return []
  return (starts.length === 0 ? ['.'] : starts).flatMap((start) => {
    const base = resolve(from, start)
    if (isNamed(base, args, guarded)) return [start]
    return guarded.filesIn(base).filter((file) => isInside(file, [base]) && tests(file, base))
  })
}

/** The search starts in a protected directory, and finds all of it or a file with a protected name. */
function isNamed(base: string, args: readonly string[], guarded: Guarded): boolean {
  const at = args.findIndex((text) => /^-i?name$/.test(text))
  if (at === -1) return guarded.has(base) && !args.some((text) => narrows.test(text) || text === '-empty')
  const path = join(base, args[at + 1] ?? '')
  return /[*?[]/.test(path) ? guarded.mayBe(path) : guarded.has(path)
}

/** Checks name and path, and assumes that every other test matches. Undefined if no protected file can match. */
function conditionsOf(args: readonly string[]): ((file: string, base: string) => boolean) | undefined {
  if (args.includes('-empty') || /^-type (l|p|s|b|c)$/.test(args.slice(0, 2).join(' '))) return undefined
  const rows = args.flatMap((text, at) => {
    if (!narrows.test(text) || /^(!|-not)$/.test(args[at - 1] ?? '')) return []
    const value = args[at + 1] ?? ''
    return [/regex/.test(text) ? () => true : /name$/.test(text) && !/whole/.test(text) ? byName(value) : byPath(value)]
  })
  if (rows.length === 0) return () => true
  const any = args.some((text) => /^(-o|-or|,)$/.test(text))
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
function lostByFd(command: ShellCommand, where: CommandContext, guarded: Guarded): string | undefined {
  const args = command.words.slice(1).map(({ text }) => text)
  const at = args.findIndex((text) => startsPrograms.test(text))
  return at === -1 || shows.test(args[at + 1] ?? '') ? undefined : foundByFd(command, where, guarded)[0]
}
const startsPrograms = /^(-x|-X|--exec|--exec-batch)$/

/** Existing protected files that `fd` finds: it ignores hidden files unless an option includes them. */
export function foundByFd(command: ShellCommand, where: CommandContext, guarded: Guarded): readonly string[] {
  const args = command.words.slice(1).map(({ text }) => text)
  const at = args.findIndex((text) => startsPrograms.test(text))
  if (!args.some((text) => /^(-[a-zA-Z]*[Hu][a-zA-Z]*|--hidden|--unrestricted)$/.test(text))) return []
  const own = at === -1 ? args : args.slice(0, at)
  const [pattern = '', start = '.'] = own.filter((text) => !text.startsWith('-'))
  const base = resolve(where.cwd, command.cwd ?? '.', start)
  const test = args.some((text) => /^(-g|--glob)$/.test(text)) ? byName(pattern) : byText(pattern)
  return guarded.filesIn(base).filter((file) => test(file, base))
}
/** Plain text may occur anywhere in the name; an expression may match every name. */
const byText = (pattern: string) => (file: string, base: string) =>
  !/^[\w.-]*$/.test(pattern) || relative(base, file).toLowerCase().includes(pattern.toLowerCase())
