/** Determines which program a command starts if its first word is a path or an expansion. */

import { isInterpreter } from '../programs/index.ts'
import type { ShellCommand } from '../types.ts'
import { programName } from './nested-programs.ts'

export interface WrittenProgram {
  readonly name: string
  /** False for a path in the workspace (`./node`): that file may be any program. */
  readonly isInterpreter: boolean
}

/** `"$(command -v bash)"` is `bash`, `$SHELL` is `sh`, `"$PYTHON"` is `python`. */
export function writtenProgram({ name, words, cwd }: Pick<ShellCommand, 'name' | 'words' | 'cwd'>): WrittenProgram {
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
  return /^[A-Z]/.test(variable) && isInterpreter(name) ? name : ''
}

/** Directories that contain interpreters in a workspace too: `.venv/bin/python`, `node_modules/.bin/tsx`. */
const programDirectories = /^\.?(bin|sbin|shims|Scripts)$/

function isWorkspacePath(path: string): boolean {
  const parts = path.split('/')
  return parts.length > 1 && !/^([/~$]|[A-Za-z]:)/.test(path) && !programDirectories.test(parts.at(-2) ?? '')
}
