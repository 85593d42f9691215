/** Finds out which variables the text of a hook reads. In doubt it reads one that is exported for each event: such a hook is not parked. */
import { payloadVariables } from '../protocol/common.ts'
import { traceVariables } from '../protocol/trace-context.ts'
import { namesVariable } from './command.ts'
import { mayReadUnnamed } from './reads-environment.ts'

/** Instead of a name: the text may read any variable. */
const anyVariable = '*'

/**
 * The first of the event's variables that a command or a script reads, or `*` if it may read any; undefined if it reads none. `path` is
 * that of the script.
 */
export function findReadVariable(text: string, path = ''): string | undefined {
  const isShell = isShellText(text, path)
  const found = [...payloadVariables, ...traceVariables].find(
    (name) => readsEnvironment(text, name) || (isShell && readsInShell(text, name)),
  )
  if (found !== undefined) return found
  const isShort = isShell ? /\b(?:jq|perl|ruby)\b/.test(text) : hasShortName(text, path)
  return mayReadUnnamed(text, isShell, isShort) ? anyVariable : undefined
}

/** What a parked hook lacks, for a message. */
export const describeRead = (name: string): string =>
  name === anyVariable
    ? 'may read any variable, and a parked hook does not get those of the event'
    : `reads the variable \`${name}\`, which a parked hook does not get`

const hasShortName = (text: string, path: string): boolean =>
  /\.(?:rb|pl|pm|jq)$/i.test(path) || /^#!.*\b(?:ruby|perl|jq)/.test(text)

const isShellText = (text: string, path: string): boolean =>
  !otherEnding.test(path) && !otherInterpreter.test(text.slice(0, 200))

/** In these languages `${command}` is a variable of the script. */
const otherEnding = /\.(?:[cm]?[jt]sx?|py|rb|pl|pm|php|lua|go|rs|jar|json|jq|awk)$/i
const otherInterpreter = /^#!.*\b(?:node|bun|deno|tsx|python|ruby|perl|php|lua)/

/** `process.env.command`, `os.environ["command"]`, `getenv('command')`, `ENV.fetch("command")`, `$env:command`, `printenv command`. */
function readsEnvironment(text: string, name: string): boolean {
  const word = `${name}(?![A-Za-z0-9_])`
  const access = new RegExp(`env(?:iron)?[\\s.?:[({'"\`]{1,8}(?:(?:get|fetch|key)[\\s?('"\`]{1,6})?${word}`, 'i')
  const destructured = new RegExp(`(?<![A-Za-z0-9_])${word}[^\\n;]{0,120}=\\s*process\\.env\\b`)
  return access.test(text) || destructured.test(text)
}

/** `$command` and its forms, unless the text sets the variable itself. */
function readsInShell(text: string, name: string): boolean {
  if (!namesVariable(text, name)) return false
  const word = `${name}(?![A-Za-z0-9_])`
  const isSet = new RegExp(
    `(?:^|[\\s;&|(])${name}\\+?=|\\b(?:read|for|mapfile|readarray)\\b[^\\n;|&]*\\s${word}|\\bprintf\\s+-v\\s*${word}`,
    'm',
  )
  return !isSet.test(text)
}

/** The names of variables, in capitals, that a command or a script reads, without those that the shell or the text itself sets. */
export function readVariables(text: string, path = ''): readonly string[] {
  const inShell = isShellText(text, path) ? matches(text, /\$\{?[#!]?([A-Z_][A-Z0-9_]+)(?![a-z])/g) : []
  const inCode = matches(
    text,
    /env(?:iron)?[\s.?:[({'"`]{1,8}(?:(?:get|fetch|key)[\s?('"`]{1,6})?([A-Z_][A-Z0-9_]+)\b/gi,
  )
  const lists = matches(text, /\{([^{}\n]{1,500})\}\s*=\s*process\.env\b/g)
  const listed = lists.flatMap((list) => matches(list, /(?:^|,)\s*([A-Z_][A-Z0-9_]+)/g))
  const isCapital = (name: string) => name === name.toUpperCase()
  const found = [...inShell.filter((name) => !setByShell.test(name) && readsInShell(text, name)), ...inCode, ...listed]
  return [...new Set(found.filter(isCapital))].toSorted()
}

const setByShell =
  /^(?:BASH.*|DIRSTACK|E?UID|FUNCNAME|GROUPS|HOSTNAME|HOSTTYPE|IFS|LINENO|MACHTYPE|OLDPWD|OPT(?:ARG|IND|ERR)|OSTYPE|PIPESTATUS|PPID|RANDOM|REPLY|SECONDS|SHELLOPTS|SHLVL|_+)$/

const matches = (text: string, expression: RegExp): readonly string[] =>
  [...text.matchAll(expression)].flatMap(([, name]) => name ?? [])
