/** Decides for an unknown first word whether it is harmless or may be any program. */
import type { ReadContext } from '../state.ts'
import type { ShellWord } from '../types.ts'

/** `$EDITOR`, `"$PYTHON"`, `${CC:-cc}`: a tool from the environment, unless the text itself sets it. */
const toolVariable = /^\$\{?([A-Z][A-Z0-9_]*)(:?[-=][^}]*)?\}?$/
/** `$(npm bin)/eslint`, `$dir/run.sh`: the directory is unknown, but the program has a name. */
const namedProgram = /[})\w`]\/[^/$`*?[{}()]+$/
/** `"$(which node)"`: finds a program whose name is written out. */
const foundProgram =
  /^(\$\(|`)\s*(which|command -v|type -P|npm bin|pnpm bin|yarn bin|brew --prefix|xcrun -f|rustup which)\b/
const argument = /^\$\{?[@*1-9]/
/** A wildcard in a system directory may match any program. */
const anyProgram = /^(\/(usr\/)?(local\/)?s?bin\/)?[^/]*[*?[{][^/]*$/
/** `/???/c?t`, `/b*n/ls`: a wildcard in the directory that may match a system directory. */
const anyDirectory = /^(\/[\w*?[\]-]{1,8}){1,3}\/[\w*?[\].-]+$/
const systemDirectories = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin']
function isInSystem(path: string): boolean {
  if (!anyDirectory.test(path)) return false
  const directory = path.slice(0, path.lastIndexOf('/'))
  if (!/[*?[]/.test(directory)) return false
  const pattern = directory.replace(/[*?]/g, (mark) => (mark === '*' ? '[^/]*' : '[^/]'))
  return /\[(?!\^?[\w/-]+\])/.test(pattern) || systemDirectories.some((one) => new RegExp(`^${pattern}$`).test(one))
}

/** Whether the word may be any program, with any arguments. */
export function mayBeAnyProgram({ text, known, glob }: ShellWord, context: ReadContext): boolean {
  if (known || !/[$`]/.test(text))
    return (glob || !known) && text !== '[' && text !== '[[' && (anyProgram.test(text) || isInSystem(text))
  if (namedProgram.test(text) || foundProgram.test(text)) return false
  if (context.doubted === true) return false
  if (context.defining === true && argument.test(text)) return false
  const [, variable] = toolVariable.exec(text) ?? []
  return /^[$`]/.test(text) && (variable === undefined || context.variables.has(variable))
}

const readers = new Set(['read', 'mapfile', 'readarray', 'getopts'])

/** Marks variables as unknown that a command sets from its input. */
export function forgetAssigned(name: string, args: readonly ShellWord[], context: ReadContext): void {
  // `declare -n a=b`: the name now refers to another variable.
  const named = /^(declare|local|typeset)$/.test(name) && args.some(({ text }) => /^-\w*n/.test(text))
  if (named) for (const { text } of args) context.variables.set(text.replace(/=.*/s, ''), undefined)
  if (!readers.has(name)) return
  for (const { text } of args) if (/^[A-Za-z_]\w*$/.test(text)) context.variables.set(text, undefined)
}
