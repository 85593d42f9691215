/** Which program a command starts where its first word is a path or an expansion, and which programs open a shell on their own. */
import { carriedBy, programName, shells } from './carriers.ts'
import { interpreterOf } from './interpreters.ts'
import type { ShellCommand, ShellWord } from './types.ts'

export interface WrittenProgram {
  readonly name: string
  /** False for a path in the workspace (`./node`): it is that program, whatever its name. */
  readonly isInterpreter: boolean
}

/** `"$(command -v bash)"` is `bash`, `$SHELL` is `sh`, `"$PYTHON"` is `python`. */
export function writtenProgram({ name, words, cwd }: ShellCommand): WrittenProgram {
  const first = words[0]?.text ?? ''
  if (name !== '') return { name, isInterpreter: cwd !== undefined || !isWorkspacePath(first) }
  const [, found] =
    /^(?:\$\(|`)\s*(?:which|command -v|type -[pP]|whence(?: -p)?|env which)\s+(\S+?)\s*(?:\)|`)$/.exec(first) ?? []
  if (found !== undefined) return { name: programName(found), isInterpreter: true }
  const [, directory, base] = /^[$`].*\/(\.?\w+)\/([\w.-]+)$/s.exec(first) ?? []
  if (base !== undefined && programDirectories.test(directory ?? '')) return { name: base, isInterpreter: true }
  const [, variable] = /^\$\{?([A-Za-z_]\w*)/.exec(first) ?? []
  return { name: variable === undefined ? '' : programOfVariable(variable), isInterpreter: true }
}

function programOfVariable(variable: string): string {
  if (/^(SHELL|BASH|SH)$/.test(variable)) return 'sh'
  const name = variable.toLowerCase().replace(/_?(bin|exe|path|cmd|executable|interpreter)$/, '')
  return /^[A-Z]/.test(variable) && (shells.has(name) || interpreterOf(name) !== undefined) ? name : ''
}

/** Where interpreters lie in a workspace too: `.venv/bin/python`, `node_modules/.bin/tsx`. */
const programDirectories = /^\.?(bin|sbin|shims|Scripts)$/

function isWorkspacePath(path: string): boolean {
  const parts = path.split('/')
  return parts.length > 1 && !/^([/~$]|[A-Za-z]:)/.test(path) && !programDirectories.test(parts.at(-2) ?? '')
}

/** Programs that open a shell when they are given nothing to run. */
const opening: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  su: (args) => !args.some((word) => /^(-[a-z]*c|--command(=.*)?)$/.test(word)),
  sudo: opensLogin,
  doas: opensLogin,
  run0: (args) => withoutValues(args).length === 0,
  runuser: (args) => !args.some((word) => /^(-[a-z]*[cu]|--command(=.*)?|--user(=.*)?)$/.test(word)),
  chroot: (args) => args.filter((word) => !word.startsWith('-')).length === 1,
  unshare: (args) => args.every((word) => word.startsWith('-')),
  nsenter: (args) => args.every((word) => word.startsWith('-') || /^\d+$/.test(word)),
  fakeroot: (args) => args.every((word) => word.startsWith('-')),
  wsl: (args) => withoutValues(args).length === 0,
  script: (args) => !args.some((word) => /^(-[a-z]*c|--command(=.*)?)$/.test(word)),
  'nix-shell': (args) => !args.some((word) => /^--(run|command)$/.test(word)),
  'systemd-run': (args) => args.some((word) => /^(-[a-zA-Z]*S|--shell)$/.test(word)),
  newgrp: () => true,
  login: () => true,
}

/** `sudo -u bob -i`: a login shell, with nothing to run in it. */
function opensLogin(args: readonly string[]): boolean {
  return args.some((word) => /^(-[a-zA-Z]*[si]|--login|--shell)$/.test(word)) && withoutValues(args).length === 0
}

const takesValue = /^(-[a-zA-Z]*[ugCDhpRrTtUd]|--(user|group|chdir|host|prompt|role|type|chroot|distribution|cd))$/
const withoutValues = (args: readonly string[]): readonly string[] =>
  args.filter((word, at) => !/^-/.test(word) && !/^\w+=/.test(word) && !takesValue.test(args[at - 1] ?? ''))

export function opensShell(name: string, args: readonly ShellWord[]): boolean {
  const opens = Object.hasOwn(opening, name) ? opening[name] : undefined
  if (opens?.(args.map(({ text }) => text)) !== true) return false
  return name !== 'sudo' || carriedBy(name, args).length === 0
}
