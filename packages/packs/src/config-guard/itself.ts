/** Decides whether a command starts Hookline to weaken a guard, whatever name it uses for the program. */
import { basename, resolve } from 'node:path'
import { findOwnPackage, weakens } from '@hookline/core/sdk'
import { readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { isInside, spellings } from '../lib/paths.ts'
import { createWildcardMatcher } from '../lib/wildcards.ts'

/** Matches `hookline`, `hookline@latest`, `node_modules/.bin/hookline`, `hookline.cjs` and `github:x/hookline`. */
const itself = /(^|[/\\:])hookline(@[^\s/]*)?(\.[cm]?js|\.cmd|\.ps1|\.exe|\.sh)?$/i
/** Programs whose arguments are text, patterns or files, so that naming Hookline there starts nothing. */
const talks = new Set(
  `echo printf cat less more head tail bat grep egrep fgrep rg ag ack sed awk gawk jq yq git hub gh glab ls ll tree stat file find fd
  which type whereis whatis command man info tldr apropos curl wget code open diff cmp wc sort uniq cut tr tee cp mv rm ln mkdir touch
  chmod chown test [ [[ cd pushd export unset readlink realpath basename dirname pgrep pidof ps kill pkill killall man jira slack
  notify-send say logger true false : rsync scp tar zip unzip gzip hash alias unalias unset declare local readonly
  npm pnpm yarn brew apt apt-get dnf yum pip pip3 cargo docker podman kubectl helm systemctl launchctl`
    .trim()
    .split(/\s+/),
)
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
  return reading.commands.some((command) => startsIt(command, { mentioned, copies, cwd }))
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
  const { words, name } = command
  if (itself.test(name) && command.assignments.some(loadsCode)) return true
  const args = words.map((word) => word.text)
  const from = resolve(view.cwd, command.cwd ?? '.')
  for (const [at, word] of words.slice(0, MAX_WORDS).entries()) {
    const isNamed = isItself(word, view.mentioned)
    if ((!isNamed && at > MAX_BEFORE) || !mayStart(command, at) || !weakens(argumentsAfter(args, at))) continue
    if (isNamed || isCopy(word, from, view.copies)) return true
  }
  const isText = (talks.has(name) && !isAlias(command)) || itself.test(name) || packageManagers.has(name)
  return (
    (!isText && words.slice(1, MAX_WORDS).some(({ text }) => readsAsCall(text, view))) ||
    inSettings(command, view) ||
    inCode(command)
  )
}
/** Loads other code into Hookline's process: `NODE_OPTIONS=--require=x hookline run`. */
const loadsCode = ({ name, value }: ShellCommand['assignments'][number]): boolean =>
  name === 'NODE_OPTIONS' && /(^|\s)(-r|--require|--import|--loader|--experimental-loader)\b/.test(value.text)

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
  return !talks.has(name)
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

/** Text that a program passes to a shell: `tmux send-keys 'hookline disable x'`, `git -c alias.x='!hookline …'`. */
function readsAsCall(text: string, view: View): boolean {
  if (!/hookline/i.test(text) || !/\s/.test(text)) return false
  return readShell(text.replace(/^(alias\.[\w-]+=)?!/, '')).commands.some((command) => startsIt(command, view))
}
/** Programs that others start: `GIT_EDITOR='hookline disable x' git commit`, a line of a crontab. */
const starters = /^(\w*(EDITOR|PAGER|BROWSER|COMMAND|CMD|SHELL|ASKPASS|OPEN|CLOSE)|VISUAL|GIT_\w+|PS\d)=/
function inSettings({ name, words, assignments, stdin }: ShellCommand, view: View): boolean {
  const set = [...assignments.map((one) => `${one.name}=${one.value.text}`), ...words.slice(1).map(({ text }) => text)]
  if (set.some((text) => starters.test(text) && readsAsCall(text.replace(starters, ''), view))) return true
  const input = name === 'crontab' && (stdin.kind === 'text' || stdin.kind === 'pipe') ? (stdin.text ?? '') : ''
  return input.split('\n').some((line) => readsAsCall(line.replace(/^\s*(@\w+|(\S+\s+){5})/, ''), view))
}
const isAlias = ({ name, words }: ShellCommand): boolean =>
  name === 'git' && words.some(({ text }) => /^(alias\.[\w-]+=)?!/.test(text))

const startsPrograms = /exec|spawn|system|popen|subprocess|fork|run\s*\(|call\s*\(|import|require|`|qx|Command/i
/** Code in another language that starts Hookline: it contains the name and a command that weakens a guard. */
function inCode({ code }: ShellCommand): boolean {
  if (code === undefined || !startsPrograms.test(code.text)) return false
  const text = code.text.replace(/(["'`])\s*[+.]\s*(["'`])/g, '')
  if (!/hookline/i.test(text)) return false
  const words = text.split(/[^\w.@$-]+/).filter((word) => word !== '')
  return words.some((word, at) => /^[A-Za-z]/.test(word) && weakens(words.slice(at, at + 6)) && !/^[$]/.test(word))
}
