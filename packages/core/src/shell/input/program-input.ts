/** Finds a program in a shell text that would run its standard input, or a part of it, as code. */

import { isInputFile } from '../plain-words.ts'
import { findNestedPrograms, programName } from '../started/nested-programs.ts'
import { isConsoleLanguage } from '../started/shell-escapes.ts'
import { writtenProgram } from '../started/written-program.ts'
import type { ShellCommand, ShellWord } from '../types.ts'
import { fileKey, type InputTaint, traceInput } from './input-taint.ts'

/** Variables that contain text from the input before the command starts. */
export type InputVariables = readonly string[]

/** The part of the command where its input becomes code (`cat | sh`, `eval "$command"`); undefined if there is none. */
export function inputAsProgram(text: string, variables: InputVariables = []): string | undefined {
  if (!worthReading.test(text) || runsScript.test(text)) return undefined
  const taint = traceInput(text, variables)
  const found = taint.commands.find((one) => runsInput(one, taint))
  return found === undefined ? undefined : describeCommand(found)
}

/** The same for a program that is started without a shell. */
export const argumentsAsProgram = (words: readonly string[], variables: InputVariables = []): string | undefined =>
  inputAsProgram(words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '), variables)

/** Programs that may run what they read. A command without them and without an expansion need not be parsed. */
const names = [
  'r?bash|[kmtcdaz]*sh|fish|pwsh|powershell|nu|elvish|xonsh',
  'i?python[\\d.]*|pypy[\\d.]*|py|node|nodejs|bun|deno|tsx|ts-node|perl[\\d.]*|ruby[\\d.]*|irb|php[\\d.]*|lua\\w*',
  'osascript|emacs|R|Rscript|julia|octave|elixir|iex|erl|groovy|scala|swift|racket|guile|sbcl|clojure|clj|bb|crystal',
  'ghci|gdb|tclsh|expect|jshell|[gmn]?awk|g?sed|crontab|uv|invoke-expression|eval|source|\\.|xargs|parallel|at|batch|su|sudo|doas|run0|runuser|ssh|chroot',
  'unshare|nsenter|fakeroot|proot|toybox|busybox|make|go|docker|podman|kubectl|wsl|script|nix-shell|newgrp|login',
].join('|')
const worthReading = new RegExp(`[$\`]|(?:^|[^\\w.])(?:${names})(?:\\.exe)?(?![\\w.-])`, 'i')

/** `bash ./guard.sh --strict` and `"$CLAUDE_PROJECT_DIR"/guard.sh`: a script with words that the shell does not interpret. */
const runsScript =
  /^\s*(?:(?:sh|bash|zsh|python[\d.]*|node|ruby|perl)\s+(?![-+]|\/dev\/|\/proc\/)[\w./@%+:,=~-]+|"?\$\{?[A-Z]+_(?:PROJECT_DIR|PLUGIN_ROOT)\}?"?\/[\w./@%+,-]+\.[a-z]+"?)(?:\s+[\w./@%+:,=~-]+)*\s*$/

function runsInput(one: ShellCommand, taint: InputTaint): boolean {
  const [first, ...args] = one.words
  if (first === undefined) return false
  // `$command`, `$(jq -r .command)`: the input itself is the command.
  if (!first.known && /^[$`]/.test(first.text) && taint.holdsInput(first.text)) return true
  if (taint.files.has(fileKey(first.text))) return true
  const { name, isInterpreter } = writtenProgram(one)
  if (isQuestion(args)) return false
  const reads = () => taint.comesFromInput(one.stdin)
  if (readsProgramFromInput(one, args)) return reads()
  if (invokesInput(one, args, taint)) return true
  return findNestedPrograms(name, args).some((nested) => {
    switch (nested.kind) {
      case 'input':
        return isInterpreter && !isConsoleLanguage(nested.language) && reads()
      case 'unseen':
        return taint.holdsInput(nested.detail) || (isInputFile(nested.detail.split(' ').at(-1) ?? '') && reads())
      case 'script':
        return taint.files.has(fileKey(nested.path.text))
      case 'command':
        return false
      default:
        return !nested.text.known && (fromXargs(one, nested.text, taint) || taint.holdsInput(nested.text.text))
    }
  })
}

/** `xargs sh -c`: what xargs reads becomes the code. */
const fromXargs = (one: ShellCommand, word: ShellWord, taint: InputTaint): boolean =>
  one.via.includes('xargs') && word.text.includes('…') && taint.comesFromInput(one.stdin)

/** `bash --version` prints and ends. */
const isQuestion = (args: readonly ShellWord[]): boolean =>
  args.length > 0 && args.every(({ text }) => /^(--version|--help|-V|-v|-h|--test|--dump-strings)$/.test(text))

/** `awk -f -`, `crontab -`, `uv run -`: an argument makes the program read its code from the input. */
function readsProgramFromInput({ name, via }: ShellCommand, args: readonly ShellWord[]): boolean {
  if (name === '-' || (name === 'stdin' && via.length > 0))
    return /^(uv|bun|deno|pipx|tsx|pdm) ?/.test(via.at(-1) ?? '')
  if (name === 'crontab') return args.some(({ text }) => text === '-' || isInputFile(text))
  if (!/^([gmn]?awk|g?sed)$/.test(name)) return false
  return args.some(({ text }, at) => {
    const [, attached] = /^(?:-f|--file=)(.+)$/.exec(text) ?? []
    const file = attached ?? (/^(-[a-zA-Z]*f|--file)$/.test(args[at - 1]?.text ?? '') ? text : '')
    return file === '-' || isInputFile(file)
  })
}

/** PowerShell's `eval`. */
const invokesInput = ({ name }: ShellCommand, args: readonly ShellWord[], { tainted }: InputTaint): boolean =>
  /^(iex|invoke-expression)$/i.test(name) &&
  args.some(
    ({ text }) => /\$input\b/i.test(text) || [...tainted].some((one) => new RegExp(`env:${one}\\b`, 'i').test(text)),
  )

const describeCommand = ({ words, stdin }: ShellCommand): string => {
  const own = words.map(({ text }) => text).join(' ')
  const before =
    stdin.kind === 'pipe' ? `${stdin.from.map((one) => programName(one.words[0]?.text ?? '')).join(' | ')} | ` : ''
  const text = `${before}${own}`
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
