/** Finds the local files that a script loads or starts, as far as its text names them. Trust is bound to them too (CONTRACT §4). */
import type { Platform } from '../../ports.ts'
import { lastPart, parent } from '../paths.ts'
import { type Finder, type ImportContext, withDirectories } from './import-context.ts'
import { findInJavaScript } from './imports-javascript.ts'
import { findInPython, searchedByPython } from './imports-python.ts'
import { findInPerl, findInRuby, searchedByPerl, searchedByRuby } from './imports-ruby-perl.ts'
import { findInShell, isGlob, nameDirectories, readShellScript } from './imports-shell.ts'

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
  const directory = parent(system, path)
  const find = finderFor(lastPart(system, path), text)
  const load: Finder | undefined = find === findInShell ? (...given) => readOnce(...given).loaded : find
  const found = new Set([...findInFirstLine(text, directory, context), ...(load?.(text, directory, context) ?? [])])
  if (find === findInShell) for (const one of findInInlineCode(text, directory, context)) found.add(one)
  found.delete(path)
  return [...found].slice(0, MAX_IMPORTS)
}

/** The directories where the script says that modules are searched, for itself and for what it loads or starts. */
export function findSearched(path: string, text: string, context: ImportContext): readonly string[] {
  if (text.length > MAX_LENGTH) return []
  const { system } = context.platform
  const find = finderFor(lastPart(system, path), text)
  return find === undefined ? [] : (searchedBy.get(find)?.(text, parent(system, path), context) ?? [])
}
const searchedBy: ReadonlyMap<Finder, Finder> = new Map([
  [findInShell, (...given) => readOnce(...given).searched],
  [findInPython, searchedByPython],
  [findInRuby, searchedByRuby],
  [findInPerl, searchedByPerl],
])

/** Three questions are asked about each shell script. */
function readOnce(text: string, directory: string, context: ImportContext): ReturnType<typeof readShellScript> {
  const known = shellScripts.get(context)
  if (known?.text === text && known.directory === directory) return known.script
  const script = readShellScript(text, directory, context)
  shellScripts.set(context, { text, directory, script })
  return script
}
const shellScripts = new WeakMap<
  ImportContext,
  { readonly text: string; readonly directory: string; readonly script: ReturnType<typeof readShellScript> }
>()

/** The interpreter may be a script too, and its options may name some: `#!/usr/bin/env -S node --import ./register.mjs`. */
function findInFirstLine(text: string, directory: string, context: ImportContext): readonly string[] {
  const [, command = ''] = /^#!([^\n]{1,500})/.exec(text) ?? []
  return command === '' ? [] : findInShell(command.replace(/^\s{0,9}\S{1,99}\/env\b/, 'env'), directory, context)
}

/** A shell script can hold code of another language, which finds its modules from the working directory. */
function findInInlineCode(text: string, directory: string, context: ImportContext): readonly string[] {
  const inline = inlineCode.filter(([starts]) => starts.test(text))
  if (inline.length === 0) return []
  const { entered, searched } = readOnce(text, directory, context)
  const code = withDirectories(nameDirectories(text), directory, context)
  const all = [...(context.searched ?? []), ...searched]
  return inline.flatMap(([, find]) =>
    entered.flatMap((cwd) => find(code, cwd, { ...context, cwd, main: cwd, searched: all })),
  )
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
