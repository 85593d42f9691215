/** A first word that the text does not tell: which ones are everyday, and which may be any program. */
import type { Place } from '../state.ts'
import type { ShellWord } from '../types.ts'

/** `$EDITOR`, `"$PYTHON"`, `${CC:-cc}`: what an environment names, unless the text itself set it. */
const toolVariable = /^\$\{?([A-Z][A-Z0-9_]*)(:?[-=][^}]*)?\}?$/
/** `$(npm bin)/eslint`, `$dir/run.sh`: whatever the directory is, the program has a name. */
const namedProgram = /[})\w`]\/[^/$`*?[{}()]+$/
/** `"$(which node)"`: finds a program whose name is written out. */
const found = /^(\$\(|`)\s*(which|command -v|type -P|npm bin|pnpm bin|yarn bin|brew --prefix|xcrun -f|rustup which)\b/
const argument = /^\$\{?[@*1-9]/
/** Where every program of the system lies, so that a wildcard may mean any of them. */
const anyProgram = /^(\/(usr\/)?(local\/)?s?bin\/)?[^/]*[*?[{][^/]*$/
/** `/???/c?t`, `/b*n/ls`: a wildcard in the directory that may stand for one of those places too. */
const anyDirectory = /^(\/[\w*?[\]-]{1,8}){1,3}\/[\w*?[\].-]+$/
const systemDirectories = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin']
function isInSystem(path: string): boolean {
  if (!anyDirectory.test(path)) return false
  const directory = path.slice(0, path.lastIndexOf('/'))
  if (!/[*?[]/.test(directory)) return false
  const pattern = directory.replace(/[*?]/g, (mark) => (mark === '*' ? '[^/]*' : '[^/]'))
  return /\[(?!\^?[\w/-]+\])/.test(pattern) || systemDirectories.some((one) => new RegExp(`^${pattern}$`).test(one))
}

/** Whether the word may well stand for any program, words and all. */
export function mayBeAny({ text, known, glob }: ShellWord, place: Place): boolean {
  if (known || !/[$`]/.test(text))
    return (glob || !known) && text !== '[' && text !== '[[' && (anyProgram.test(text) || isInSystem(text))
  if (namedProgram.test(text) || found.test(text)) return false
  if (place.doubted === true) return false
  if (place.defining === true && argument.test(text)) return false
  const [, variable] = toolVariable.exec(text) ?? []
  return /^[$`]/.test(text) && (variable === undefined || place.variables.has(variable))
}

const readers = new Set(['read', 'mapfile', 'readarray', 'getopts'])

/** Variables that a program sets to what it reads. */
export function forget(name: string, args: readonly ShellWord[], place: Place): void {
  // `declare -n a=b`: from now on another variable by this name.
  const named = /^(declare|local|typeset)$/.test(name) && args.some(({ text }) => /^-\w*n/.test(text))
  if (named) for (const { text } of args) place.variables.set(text.replace(/=.*/s, ''), undefined)
  if (!readers.has(name)) return
  for (const { text } of args) if (/^[A-Za-z_]\w*$/.test(text)) place.variables.set(text, undefined)
}
