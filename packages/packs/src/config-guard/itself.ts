/** Decides whether a command starts Hookline to weaken a guard, whatever name it uses for the program. */
import { basename, resolve } from 'node:path'
import { findOwnPackage, weakens } from '@hookline/core/sdk'
import { printsOnly, readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { isInside, spellings } from '../lib/paths.ts'
import { createWildcardMatcher } from '../lib/wildcards.ts'
import { codeWeakens } from './code-text/code-calls.ts'
import { loadsCode } from './code-text/loaded-code.ts'
import { isPlainText, isTalking } from './plain-text.ts'
import { scriptsIn } from './substituted-scripts.ts'

/** Matches `hookline`, `hookline@latest`, `node_modules/.bin/hookline`, `hookline.cjs` and `github:x/hookline`. */
const itself = /(^|[/\\:])hookline(@[^\s/]*)?(\.[cm]?js|\.cmd|\.ps1|\.exe|\.sh)?$/i
const packageManagers = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'bunx',
  'pnpx',
  'corepack',
  'volta',
  'deno',
  'mise',
])
/** Words of a package manager that come before the name of a program. */
const starting = new Set(['exec', 'x', 'run', 'dlx', 'run-script', 'hookline', 'npm', 'pnpm', 'yarn', 'bun', 'task'])
const wild = createWildcardMatcher(['hookline', 'hookline.cjs'])

export function weakensItself(reading: ShellReading, text: string, cwd: string): boolean {
  const mentioned = /hookline/i.test(text.replace(/['"\\]|\$\{?\w+\}?/g, ''))
  const copies = mentioned ? copiesIn(reading, cwd) : noCopies
  const view = { mentioned, copies, cwd }
  return (
    reading.commands.some((command) => startsIt(command, view)) ||
    (mentioned && loadsCode(reading, text, isStart)) ||
    (mentioned && scriptsIn(reading, text).some((script) => readsAsCall(script, view)))
  )
}

interface View {
  /** The text mentions Hookline, so an unknown word may be its program. */
  readonly mentioned: boolean
  /** Other names that the text gives to the program. */
  readonly copies: ReadonlySet<string>
  readonly cwd: string
}
const noCopies: ReadonlySet<string> = new Set()

function startsIt(command: ShellCommand, view: View): boolean {
  const { words } = command
  // A word that only the shell knows must look like one: `weakens` gets the text alone.
  const args = words.map(({ text, known }) => (known || /[$`*?[…{<(]/.test(text) ? text : `${text}…`))
  const from = resolve(view.cwd, command.cwd ?? '.')
  for (const [at, word] of words.slice(0, MAX_WORDS).entries()) {
    const isNamed = isItself(word, view.mentioned)
    if ((!isNamed && at > MAX_BEFORE) || !mayStart(command, at) || !weakens(argumentsAfter(args, at))) continue
    if (isNamed || isCopy(word, from, view.copies)) return true
  }
  return (
    words
      .slice(1, MAX_WORDS)
      .some(({ text }, at) => mayBeCall(text) && !isText(command, at + 1) && readsAsCall(text, view)) ||
    inSettings(command, view) ||
    codeWeakens(command)
  )
}
/** A command of Hookline explains or tests what it gets, and code that only prints or replaces starts nothing. */
const isText = (command: ShellCommand, at: number): boolean =>
  itself.test(command.name) ||
  (command.code !== undefined && (onlyReplaces.test(command.code.text) || isPrinted(command.code))) ||
  (isPlainText(command, at) && !isAlias(command)) ||
  isArgument(command, at)
const isPrinted = ({ language, text }: NonNullable<ShellCommand['code']>): boolean => printsOnly(language, text)
/** `perl -pe 's/a/b/'`, without the option that runs the replacement. */
const onlyReplaces = /^\s*(s|y|tr)\/[^/]*\/[^/]*\/[gimsx]*;?\s*$/
/** `npx hookline explain 'text'`: the reader finds the inner command too, and it is judged by itself. */
const isArgument = ({ name, words }: ShellCommand, at: number): boolean =>
  packageManagers.has(name) &&
  words.slice(1, at).some(({ text }, nth) => itself.test(text) && !/^(-p|--package)$/.test(words[nth]?.text ?? ''))
/** The command starts Hookline, with whatever arguments. */
const isStart = (command: ShellCommand): boolean =>
  command.words.slice(0, MAX_WORDS).some((word, at) => isItself(word, true) && mayStart(command, at))

/** The maximum number of words between a program such as `node` and the script. */
const MAX_BEFORE = 4
/** The maximum number of words of one command that are checked. */
const MAX_WORDS = 200

/** Finds copies of the program: after `cp $(command -v hookline) /tmp/x`, `/tmp/x` is another name of it. */
function copiesIn({ commands }: ShellReading, cwd: string): ReadonlySet<string> {
  const found = commands.flatMap(({ name, words, cwd: at = '.' }) => {
    const operands = words.slice(1).filter(({ text }) => !text.startsWith('-'))
    const last = operands.at(-1)?.text
    const isCopied = operands.slice(0, -1).some(({ text }) => /hookline/i.test(text))
    return /^(cp|mv|ln|install|rsync|gcp|gmv|gln)$/.test(name) && isCopied && last !== undefined
      ? [resolve(cwd, at, last)]
      : []
  })
  return new Set(found)
}

/** The word is the program, or an argument of a program that may start it. */
function mayStart({ name, words }: ShellCommand, at: number): boolean {
  if (at === 0) return true
  const before = words.slice(1, at).map(({ text }) => text)
  if (packageManagers.has(name))
    return before.every((text) => text.startsWith('-') || starting.has(text) || itself.test(text) || isValue(text))
  return !isTalking(name)
}
/** The value of an option of a package manager. */
const isValue = (text: string): boolean =>
  /^[\w./@:~-]+$/.test(text) &&
  !/^(install|i|add|ci|view|info|show|search|why|ls|list|outdated|update|audit|uninstall|remove|rm|un|explain)$/.test(
    text,
  )

const isItself = ({ text, known, glob }: ShellWord, mentioned: boolean): boolean =>
  itself.test(text) ||
  (glob && wild(text) !== undefined) ||
  // The word is known only at run time, and the text mentions Hookline: `$(command -v hookline)`, `$X`.
  (!known && mentioned && (/hookline/i.test(text) || /^[$`"]/.test(text)))

/** Options that may come before the command. */
const valued = new Set(['-C', '--cwd', '--root', '--home', '--dir', '--directory', '--config'])
function argumentsAfter(words: readonly string[], from: number): readonly string[] {
  let at = from + 1
  while (words[at] === '--') at++
  if (/^(--help|-h|--version|-v|-V)$/.test(words[at] ?? '')) return []
  if (words[at] === '--stop') return ['--stop']
  while (words[at]?.startsWith('-') === true) at += valued.has(words[at] ?? '') ? 2 : 1
  return words.slice(at)
}

/** A file of Hookline's package under another name or in another directory. */
function isCopy({ text, known }: ShellWord, cwd: string, copies: ReadonlySet<string>): boolean {
  if (!known || !/[./]/.test(text) || text.startsWith('-')) return false
  if (isInside(resolve(cwd, text), [...copies])) return true
  return spellings(text, cwd).some(
    (path) =>
      itself.test(basename(path)) ||
      (path.startsWith('/') && /\.[cm]?js$|\/[^./]+$/.test(path) && findOwnPackage(path) !== undefined),
  )
}

/** It mentions Hookline and has more than one word, so it may be a command. */
const mayBeCall = (text: string): boolean => /hookline/i.test(text) && /\s/.test(text)

/** Text that a program passes to a shell: `tmux send-keys 'hookline disable x'`, `git -c alias.x='!hookline …'`, `--exec='…'`. */
function readsAsCall(text: string, view: View): boolean {
  if (!mayBeCall(text)) return false
  const value = /^-*[\w.[\]-]+=(.*)$/s.exec(text)?.[1] ?? /^-[A-Za-z]+?(?=hookline|!|"|')(.*)$/is.exec(text)?.[1]
  return [text, ...(value === undefined ? [] : [value])].some((one) =>
    readShell(one.replace(/^(alias\.[\w-]+=)?[!|]|^ext::/, '')).commands.some((command) => startsIt(command, view)),
  )
}
/** Programs that others start: `GIT_EDITOR='hookline disable x' git commit`, a line of a crontab. */
const starters = /^(\w*(EDITOR|PAGER|BROWSER|COMMAND|CMD|SHELL|ASKPASS|OPEN|CLOSE)|VISUAL|GIT_\w+|PS\d)=/
function inSettings({ name, words, assignments, stdin }: ShellCommand, view: View): boolean {
  const set = [...assignments.map((one) => `${one.name}=${one.value.text}`), ...words.slice(1).map(({ text }) => text)]
  // `X='hookline …' git --config-env=core.editor=X`: any variable may be the one.
  const isEach = name === 'git' && words.some(({ text }) => text.startsWith('--config-env'))
  if (set.some((text) => (isEach || starters.test(text)) && readsAsCall(text.replace(/^\w+=/, ''), view))) return true
  const input = readsCommands(name, words) && (stdin.kind === 'text' || stdin.kind === 'pipe') ? (stdin.text ?? '') : ''
  return input.split('\n').some((line) => readsAsCall(line.replace(inputPrefix, ''), view))
}
/** Programs that keep the commands of their input for later. */
const readsCommands = (name: string, words: readonly ShellWord[]): boolean =>
  name === 'crontab' || (/^(gh|glab)$/.test(name) && words[1]?.text === 'alias')
/** The time of a crontab's line, or the name of an alias. */
const inputPrefix = /^\s*(@\w+|[\w-]+:\s*["']?!?|(\S+\s+){5})/
const isAlias = ({ name, words }: ShellCommand): boolean =>
  name === 'git' && words.some(({ text }) => /^(alias\.[\w-]+=)?!/.test(text))
