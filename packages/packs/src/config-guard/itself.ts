/** Whether a command starts Hookline to weaken something, however the program is named. */
import { basename, resolve } from 'node:path'
import { findOwnPackage, weakens } from '@hookline/core/sdk'
import { readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { isInside, spellings } from '../lib/paths.ts'
import { wildcards } from '../lib/wildcards.ts'

/** `hookline`, `hookline@latest`, `node_modules/.bin/hookline`, `hookline.cjs`, `github:x/hookline`. */
const itself = /(^|[/\\:])hookline(@[^\s/]*)?(\.[cm]?js|\.cmd|\.ps1|\.exe|\.sh)?$/i
/** Their words are text, patterns or files: a mention starts nothing. */
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
/** After these words of a package manager follows the name of a program. */
const starting = new Set(['exec', 'x', 'run', 'dlx', 'run-script', 'hookline', 'npm', 'pnpm', 'yarn', 'bun', 'task'])
const wild = wildcards(['hookline', 'hookline.cjs'])

export function weakensItself(reading: ShellReading, text: string, cwd: string): boolean {
  const mentioned = /hookline/i.test(text.replace(/['"\\]|\$\{?\w+\}?/g, ''))
  const copies = mentioned ? copiesIn(reading, cwd) : noCopies
  return reading.commands.some((command) => startsIt(command, { mentioned, copies, cwd }))
}

interface View {
  /** The text speaks of Hookline: what it does not tell may be its program. */
  readonly mentioned: boolean
  /** Other names that the text gives to the program. */
  readonly copies: ReadonlySet<string>
  readonly cwd: string
}
const noCopies: ReadonlySet<string> = new Set()

function startsIt(command: ShellCommand, view: View): boolean {
  const { words, name } = command
  if (itself.test(name) && command.assignments.some(loadsCode)) return true
  const texts = words.map((word) => word.text)
  const from = resolve(view.cwd, command.cwd ?? '.')
  for (const [at, word] of words.slice(0, MOST_WORDS).entries()) {
    const isNamed = isItself(word, view.mentioned)
    if ((!isNamed && at > MOST_BEFORE) || !mayStart(command, at) || !weakens(argumentsAfter(texts, at))) continue
    if (isNamed || isCopy(word, from, view.copies)) return true
  }
  const isText = (talks.has(name) && !isAlias(command)) || itself.test(name) || packageManagers.has(name)
  return (
    (!isText && words.slice(1, MOST_WORDS).some(({ text }) => readsAsCall(text, view))) ||
    inSettings(command, view) ||
    inCode(command)
  )
}
/** Another program inside Hookline's process: `NODE_OPTIONS=--require=x hookline run`. */
const loadsCode = ({ name, value }: ShellCommand['assignments'][number]): boolean =>
  name === 'NODE_OPTIONS' && /(^|\s)(-r|--require|--import|--loader|--experimental-loader)\b/.test(value.text)

/** So many words may stand between a program such as `node` and the script. */
const MOST_BEFORE = 4
/** Words of one command that are looked at. */
const MOST_WORDS = 200

/** `cp $(command -v hookline) /tmp/x` makes `/tmp/x` another name of it. */
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
  // Known only when it runs, and the text speaks of Hookline: `$(command -v hookline)`, `$X`.
  (!known && mentioned && (/hookline/i.test(text) || /^[$`"]/.test(text)))

/** Options before the command, as people expect them to work. */
const valued = new Set(['-C', '--cwd', '--root', '--home', '--dir', '--directory', '--config'])
function argumentsAfter(texts: readonly string[], from: number): readonly string[] {
  let at = from + 1
  while (texts[at] === '--') at++
  if (/^(--help|-h|--version|-v|-V)$/.test(texts[at] ?? '')) return []
  while (texts[at]?.startsWith('-') === true) at += valued.has(texts[at] ?? '') ? 2 : 1
  return texts.slice(at)
}

/** A file of our package under another name or in another place. */
function isCopy({ text, known }: ShellWord, cwd: string, copies: ReadonlySet<string>): boolean {
  if (!known || !/[./]/.test(text) || text.startsWith('-')) return false
  if (isInside(resolve(cwd, text), [...copies])) return true
  return spellings(text, cwd).some(
    (path) =>
      itself.test(basename(path)) ||
      (path.startsWith('/') && /\.[cm]?js$|\/[^./]+$/.test(path) && findOwnPackage(path) !== undefined),
  )
}

/** Text that some program hands to a shell: `tmux send-keys 'hookline disable x'`, `git -c alias.x='!hookline …'`. */
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
/** Code in another language that starts it: the name and a weakening command stand in it. */
function inCode({ code }: ShellCommand): boolean {
  if (code === undefined || !startsPrograms.test(code.text)) return false
  const text = code.text.replace(/(["'`])\s*[+.]\s*(["'`])/g, '')
  if (!/hookline/i.test(text)) return false
  const words = text.split(/[^\w.@$-]+/).filter((word) => word !== '')
  return words.some((word, at) => /^[A-Za-z]/.test(word) && weakens(words.slice(at, at + 6)) && !/^[$]/.test(word))
}
