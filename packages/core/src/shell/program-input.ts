/** Finds the program in a shell text that would run what it reads on standard input, or a part of it, as program text. */
import { carriedBy, programName } from './carriers.ts'
import { isInputFile } from './interpreters.ts'
import { readCounted } from './read-shell.ts'
import type { ShellCommand, ShellInput, ShellWord } from './types.ts'

/** Variables that hold text from the input before the command starts. */
export type InputVariables = readonly string[]

/** How the command is written where its input becomes program text (`cat | sh`, `eval "$command"`); undefined: nowhere. */
export function inputAsProgram(text: string, variables: InputVariables = []): string | undefined {
  if (!worthReading.test(text) || runsScript.test(text)) return undefined
  const { commands } = readCounted(text).reading
  const held = [...variables, ...commands.filter((one) => readsInput(one.stdin)).flatMap(variablesRead)]
  const taint: Taint = { held, depth: 0 }
  const found = commands.find((one) => runsInput(one, taint))
  return found === undefined ? undefined : shown(found)
}

/** The same for a program that is started without a shell. */
export const argumentsAsProgram = (words: readonly string[]): string | undefined =>
  inputAsProgram(words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '))

/** Programs that may run what they read. Most commands name none of them as a word of its own, and need no parser. */
const names = [
  'sh|bash|zsh|dash|ksh|mksh|ash|rbash|fish|tcsh|csh|pwsh|powershell|nu|elvish|xonsh',
  'i?python[\\d.]*|pypy[\\d.]*|node|nodejs|bun|deno|tsx|ts-node|perl[\\d.]*|ruby[\\d.]*|irb|php[\\d.]*|lua\\w*',
  'osascript|emacs|R|Rscript|julia|octave|elixir|iex|erl|groovy|scala|swift|racket|guile|sbcl|clojure|bb|crystal',
  'ghci|gdb|tclsh|expect|jshell|[gmn]?awk|g?sed|crontab|uv|invoke-expression|eval|source|\\.|xargs|parallel|at|batch|su|sudo|doas|run0|runuser|ssh|chroot',
  'unshare|nsenter|fakeroot|proot|toybox|busybox|make|go|docker|podman|kubectl|\\{?SHELL|\\{?BASH',
].join('|')
const worthReading = new RegExp(`(?:^|[\\s;|&("'\`=/\\\\$])(?:${names})(?:\\.exe)?(?![\\w.-])`, 'i')

/** `bash ./guard.sh --strict`: an interpreter, a script, and words that mean nothing to a shell. */
const runsScript =
  /^\s*(?:sh|bash|zsh|python[\d.]*|node|ruby|perl)\s+(?!-|\/dev\/|\/proc\/)[\w./@%+:,=~-]+(?:\s+[\w./@%+:,=~-]+)*\s*$/

interface Taint {
  readonly held: readonly string[]
  readonly depth: number
}
const MOST_DEPTH = 4

function runsInput(one: ShellCommand, taint: Taint): boolean {
  const args = one.words.slice(1)
  if (isQuestion(args)) return false
  const read = () => comesFromInput(one.stdin, taint)
  if (opensShell(one, args) || namesInput(one, args)) return read()
  if (invokes(one, args, taint)) return true
  return carriedBy(one.name, args).some((carried) => {
    if (carried.kind === 'input') return read()
    if (carried.kind === 'unseen') return holdsInput(carried.detail, taint)
    if (carried.kind !== 'text' && carried.kind !== 'code') return false
    return !carried.text.known && (fromXargs(one, carried.text, taint) || holdsInput(carried.text.text, taint))
  })
}

/** `xargs sh -c`: what xargs reads stands in the place of the text. */
const fromXargs = (one: ShellCommand, word: ShellWord, taint: Taint): boolean =>
  one.via.at(-1) === 'xargs' && word.text.includes('…') && comesFromInput(one.stdin, taint)

/** `bash --version` prints and ends. */
const isQuestion = (args: readonly ShellWord[]): boolean =>
  args.length > 0 && args.every(({ text }) => /^(--version|--help|-V|-v|-h|--test|--dump-strings)$/.test(text))

/** `awk -f -`, `crontab -`, `uv run -`: the program is told to read its text from the input. */
function namesInput({ name, via }: ShellCommand, args: readonly ShellWord[]): boolean {
  if (name === '-') return via.at(-1)?.startsWith('uv run') === true
  if (name === 'crontab') return args.some(({ text }) => text === '-')
  if (!/^([gmn]?awk|g?sed)$/.test(name)) return false
  return args.some(
    ({ text }, at) => /^(-f|--file)$/.test(args[at - 1]?.text ?? '') && (text === '-' || isInputFile(text)),
  )
}

/** PowerShell's `eval`. */
const invokes = ({ name }: ShellCommand, args: readonly ShellWord[], { held }: Taint): boolean =>
  /^(iex|invoke-expression)$/i.test(name) &&
  args.some(({ text }) => /\$input\b/i.test(text) || held.some((one) => new RegExp(`env:${one}\\b`, 'i').test(text)))

/** Programs that open a shell when they are given nothing to run. */
const opening: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  su: (args) => !args.some((word) => /^(-[a-z]*c|--command(=.*)?)$/.test(word)),
  sudo: opensLogin,
  doas: opensLogin,
  chroot: (args) => args.filter((word) => !word.startsWith('-')).length === 1,
  unshare: (args) => args.every((word) => word.startsWith('-')),
  nsenter: (args) => args.every((word) => word.startsWith('-') || /^\d+$/.test(word)),
  fakeroot: (args) => args.every((word) => word.startsWith('-')),
}
function opensLogin(args: readonly string[]): boolean {
  return args.some((word) => /^(-[a-z]*[si]|--login|--shell)$/.test(word)) && args.every((word) => word.startsWith('-'))
}

function opensShell({ name, words }: ShellCommand, args: readonly ShellWord[]): boolean {
  // The name of the person's shell is known only when it runs, but it is a shell.
  if (name === '' && /^\$\{?(SHELL|BASH)\b/.test(words[0]?.text ?? ''))
    return carriedBy('sh', args).some((carried) => carried.kind === 'input')
  const opens = Object.hasOwn(opening, name) ? opening[name] : undefined
  return opens?.(args.map(({ text }) => text)) === true
}

/** Standard input that nothing replaced is the input itself. */
function comesFromInput(stdin: ShellInput, taint: Taint): boolean {
  switch (stdin.kind) {
    case 'none':
      return true
    case 'text':
      return !stdin.known && holdsInput(stdin.text, taint)
    case 'file':
      return isInputFile(stdin.path.text) || holdsInput(stdin.path.text, taint)
    case 'pipe':
      return stdin.text === undefined && stdin.from.some((one) => passesOn(one, taint))
  }
}
const readsInput = (stdin: ShellInput): boolean => comesFromInput(stdin, { held: [], depth: 0 })

/** How many words of a filter are its program or its options' values; more are files that it reads instead. */
const filters: Readonly<Record<string, number>> = {
  cat: 0,
  tac: 0,
  rev: 0,
  nl: 0,
  tee: Infinity,
  sponge: 0,
  pv: 0,
  dd: Infinity,
  jq: 1,
  gojq: 1,
  yq: 2,
  fx: Infinity,
  sed: 1,
  gsed: 1,
  grep: 1,
  egrep: 1,
  fgrep: 1,
  rg: 1,
  awk: 1,
  gawk: 1,
  mawk: 1,
  tr: Infinity,
  cut: 2,
  head: 1,
  tail: 1,
  sort: 0,
  uniq: 0,
  fold: 1,
  fmt: 0,
  strings: 0,
  iconv: 2,
  base64: 0,
  xxd: 0,
  envsubst: Infinity,
  xargs: Infinity,
  gunzip: 0,
  zcat: 0,
}

/** The command's output holds what it reads: a filter of the input, or text with the input in it. */
function passesOn(one: ShellCommand, taint: Taint): boolean {
  const args = one.words.slice(1)
  if (one.name === 'echo' || one.name === 'printf')
    return args.some((word) => !word.known && holdsInput(word.text, taint))
  // `python3 -c '… sys.stdin …'` prints what it makes of it.
  if (carriedBy(one.name, args).some((carried) => carried.kind === 'code')) return comesFromInput(one.stdin, taint)
  const own = Object.hasOwn(filters, one.name) ? filters[one.name] : undefined
  if (own === undefined) return false
  const operands = args.filter(({ text }) => !/^-./.test(text))
  if (operands.some(({ text }) => text === '-' || isInputFile(text))) return comesFromInput(one.stdin, taint)
  return operands.length <= own && comesFromInput(one.stdin, taint)
}

/** Text that is known only when it runs, with the input among what it expands. */
function holdsInput(text: string, taint: Taint): boolean {
  if (taint.held.some((name) => new RegExp(`\\$(?:${name}|\\{[#!]?${name})(?![A-Za-z0-9_])`).test(text))) return true
  if (isInputFile(text.split(' ').at(-1) ?? '')) return true
  const at = text.search(/\$\(|`|<\(/)
  if (at === -1 || taint.depth >= MOST_DEPTH) return false
  const deeper = { ...taint, depth: taint.depth + 1 }
  const { commands } = readCounted(`echo ${text.slice(at)}`).reading
  return commands.some((one) => one.via.length > 0 && passesOn(one, deeper))
}

/** `read -r line`: the names that it fills from its input. */
const variablesRead = ({ name, words }: ShellCommand): readonly string[] =>
  name === 'read' || name === 'mapfile' || name === 'readarray'
    ? words.slice(1).flatMap(({ text }) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : []))
    : []

const shown = ({ words, stdin }: ShellCommand): string => {
  const own = words.map(({ text }) => text).join(' ')
  const before =
    stdin.kind === 'pipe' ? `${stdin.from.map((one) => programName(one.words[0]?.text ?? '')).join(' | ')} | ` : ''
  return clip(`${before}${own}`)
}
const clip = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
