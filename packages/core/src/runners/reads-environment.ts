/**
 * Finds out whether the text of a hook may read a variable that it does not name: because it lists the environment, hands it on as a
 * whole, or computes a name. In doubt it may.
 */
import { payloadVariables } from '../protocol/common.ts'
import { traceVariables } from '../protocol/trace-context.ts'

const ofEvent = [...payloadVariables, ...traceVariables].join('|')
/** The name of another variable, in capitals where nothing else shows that it is a name. */
const capital = `(?!(?:${ofEvent})\\b)[A-Z_][A-Z0-9_]*\\b(?!\\()`
const literal = (group: number) => `b?(['"\`])(?!(?:${ofEvent})\\${group})[\\w.-]+\\${group}`

/** The environment as a value of a program. */
const holders =
  'process\\s*\\??\\.\\s*env\\b|process\\s*\\[\\s*[\'"`]env[\'"`]\\s*\\]|(?:\\bos\\.)?(?<!\\w)environb?\\b|\\bgetenvb?\\b|\\b(?:Deno|Bun)\\.env\\b|' +
  '\\bimport\\.meta\\.env\\b|\\$_(?:ENV|SERVER)\\b|\\benv::vars\\w*|\\bENVIRON\\b|\\benv:(?!\\w)'
/** In Ruby, Perl and jq. Elsewhere it is a name like any other. */
const shortHolder = '|[%$@]?\\bENV\\b'

/** One variable of it, by a name that is written there. */
const method = '(?:(?:get|fetch|has|key|include|setdefault|pop|delete)\\??)?'
const oneName =
  `\\s*(?:(?:\\?\\.)?\\[\\s*${literal(1)}\\s*\\]|\\??\\.\\s*${capital}|` +
  `\\??\\.?\\s*${method}\\s*\\(\\s*${literal(2)}\\s*[,)]|\\{\\s*['"]?${capital})`
const asked = new RegExp(`(?:${holders})(?!${oneName})`)
const askedShort = new RegExp(`(?:${holders}${shortHolder})(?!${oneName})`)
/** What names others: a list of names, a test whether one is there, an import without a new name, and what only hands all to a child. */
const named = new RegExp(
  `\\{(?![^}]{0,400}\\b(?:${ofEvent})\\b)[\\sA-Z0-9_,:=a-z'"]{0,400}\\}\\s*=\\s*process\\.env\\b(?!\\s*\\??[.[])|` +
    `['"][A-Z_][A-Z0-9_]*['"]\\s+(?:not\\s+)?in\\s+(?:process\\.env|os\\.environ)\\b(?!\\s*[.[(])|` +
    'from\\s+os\\s+import\\s+(?:(?!\\bas\\b)[\\w, ])+$|' +
    '\\benv(?::\\s*|=)(?:\\{\\s*(?:\\.\\.\\.|\\*\\*))?\\s*(?:process\\.env|(?:dict\\()?os\\.environ(?:\\.copy\\(\\))?)\\b(?!\\s*[.[(])\\)?',
  'gm',
)
const taken = /\benv\b[^;\n]{0,80}(?:\bfrom\s*['"](?:node:)?process\b|=\s*process\b(?!\s*\??\.))/

/** Programs and words of a shell that list variables, or follow a name that was computed. */
const lists = new RegExp(
  [
    '(?:^|[\\s;&|(/`\'"])env(?:\\s+-\\S+|\\s+\\w+=\\S*)*\\s*(?:$|[|;&)<>`\'"])',
    `\\bprintenv\\b(?!\\s+['"]?${capital}['"]?\\s*(?:$|[|;&)\`]))`,
    '\\b(?:export|declare|typeset|readonly)(?:\\s+-[a-zA-Z]+)?\\s*(?:$|[|;&)>])',
    '\\b(?:export|declare|typeset|readonly)\\s+-\\w*p',
    '\\b(?:declare|local|typeset)\\s+-\\w*n',
    '(?:^|[;&|(])\\s*set\\s*(?:$|[|;&)>])',
    '\\b(?:compgen|envsubst)\\b',
    '\\$\\{!\\w+(?!\\w|\\[[@*]\\])',
    `(?:\\[\\[?|\\btest)\\s[^\\]\\n]{0,200}-v\\s+['"]?(?:\\$|(?:${ofEvent})\\b)`,
    '\\beval\\b[^\\n]{0,400}\\\\\\$',
    '\\bps\\s+[a-z]*e',
  ].join('|'),
  'm',
)
/** A program in another language starts a shell that reads one. */
const startsShell = /exec|system|popen|spawn|shell|subprocess|`/
const inShellText = new RegExp(`\\$(?:${ofEvent})\\b`)
const startsList = /\bprintenv\b|['"`\s/]env['"`](?!\s*\])/

export function mayReadUnnamed(text: string, isShell: boolean, isShort: boolean): boolean {
  const code = withoutComments(text).replaceAll(named, '')
  if ((isShort ? askedShort : asked).test(code) || taken.test(code) || /\bexpandvars\b/.test(code)) return true
  if (isShell) return lists.test(code)
  return startsShell.test(code) && (startsList.test(code) || (!isShort && inShellText.test(code)))
}

const withoutComments = (text: string): string =>
  text.replaceAll(/^[ \t]*(?:#(?!!)|\/\/).*$/gm, '').replace(/^#!.*$/m, '')
