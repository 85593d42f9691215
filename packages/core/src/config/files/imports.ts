/** Finds the local files that a script loads or starts, as far as its text names them. Trust is bound to them too (CONTRACT §4). */
import type { Platform } from '../../ports.ts'
import { lastPart, parent } from '../paths.ts'
import type { Finder, ImportContext } from './import-context.ts'
import { findInJavaScript } from './imports-javascript.ts'
import { findInPython } from './imports-python.ts'
import { findInPerl, findInRuby } from './imports-ruby-perl.ts'
import { findInShell, isGlob } from './imports-shell.ts'

export { isGlob }

/** A longer script is a bundle or generated: it has its code in it. */
const MAX_LENGTH = 512 * 1024
const MAX_IMPORTS = 8192

/**
 * The absolute paths that a script may load, whether files exist there or not, because a new file is a change too. The last part
 * of a path may be a glob. Searches the text in linear time, and finds nothing in a language that it does not know.
 */
export function findImports(path: string, text: string, context: ImportContext): readonly string[] {
  if (text.length > MAX_LENGTH) return []
  const { system } = context.platform
  const find = finderFor(lastPart(system, path), text)
  if (find === undefined) return []
  const found = new Set(find(text, parent(system, path), context))
  if (find === findInShell) for (const one of findInInlineCode(text, context)) found.add(one)
  found.delete(path)
  return [...found].slice(0, MAX_IMPORTS)
}

/** A shell script can hold code of another language, which finds its modules from the working directory. */
function findInInlineCode(text: string, context: ImportContext): readonly string[] {
  const { cwd } = context
  return inlineCode.flatMap(([starts, find]) => (starts.test(text) ? find(text, cwd, { ...context, main: cwd }) : []))
}
const startsInline = (name: string): RegExp =>
  new RegExp(
    `\\b(?:${name})[\\d.]*(?:[ \\t]{1,9}-\\w{0,20}){0,4}[ \\t]{1,9}(?:-\\w*[cepE]|-|--eval|<<-?)(?=[\\s'"\\w])`,
  )
const inlineCode: readonly (readonly [RegExp, Finder])[] = [
  [startsInline('python'), findInPython],
  [startsInline('node|bun|deno'), findInJavaScript],
  [startsInline('ruby'), findInRuby],
  [startsInline('perl'), findInPerl],
]

/** Whether Python runs the script: it searches the script's directory for every module, also for those that its own modules import. */
export const isPython = (path: string, text: string, system: Platform['system']): boolean =>
  finderFor(lastPart(system, path), text) === findInPython

export const isJavaScript = (path: string, text: string, system: Platform['system']): boolean =>
  finderFor(lastPart(system, path), text) === findInJavaScript

function finderFor(name: string, text: string): Finder | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  const byEnding = ending === undefined ? undefined : finders[ending]
  if (byEnding !== undefined) return byEnding
  const first = text.slice(0, 200).split('\n', 1)[0] ?? ''
  if (!first.startsWith('#!')) return ending === undefined && isText(text) ? findInShell : undefined
  const interpreter = /(?:^#!|[/\s])(bash|zsh|dash|ksh|sh|node|bun|deno|tsx|python|ruby|perl)[\d.]*(?=\s|$)/.exec(first)
  return interpreter === null ? undefined : byInterpreter[interpreter[1] ?? '']
}
const isText = (text: string): boolean => !text.slice(0, 1000).includes('\u0000')

const byInterpreter: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'dash', 'ksh'].map((name) => [name, findInShell])),
  ...Object.fromEntries(['node', 'bun', 'deno', 'tsx'].map((name) => [name, findInJavaScript])),
  python: findInPython,
  ruby: findInRuby,
  perl: findInPerl,
}
const finders: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'ksh'].map((name) => [name, findInShell])),
  ...Object.fromEntries(['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'].map((name) => [name, findInJavaScript])),
  py: findInPython,
  rb: findInRuby,
  pl: findInPerl,
  pm: findInPerl,
}
