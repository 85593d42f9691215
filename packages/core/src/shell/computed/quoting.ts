/** Rewrites quotes of Perl, Ruby and Lua that have a free delimiter: `qx|…|`, `%q(…)`, `[[…]]`. */

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '<': '>' }
const operators: Readonly<Record<string, RegExp>> = {
  perl: /(?<![\w$@%&>{-])(qqx|qx|qq|qw|q)(?:\s*([^\w\s,;=)}#'"\\])|([#,'"]))/g,
  ruby: /\*?%([xqQwWiI])([^\w\s=,;)}\\])/g,
  crystal: /\*?%([xqQwWiI])([^\w\s=,;)}\\])/g,
}

export interface NormalizedQuotes {
  /** The code with every such quote in double quotation marks. */
  readonly code: string
  /** The shell texts between `qx` or `%x`. */
  readonly commands: readonly string[]
}

/** Rewrites the quotes but not their text, so that one pattern for literals matches them all. */
export function normalizeQuotes(language: string, code: string): NormalizedQuotes {
  if (language === 'lua')
    return {
      code: code.replace(/\[(=*)\[([\s\S]*?)\]\1\]/g, (_all, _marks, text: string) => quote(text)),
      commands: [],
    }
  const operator = Object.hasOwn(operators, language) ? operators[language] : undefined
  if (operator === undefined || code.length > MAX_CODE) return { code, commands: [] }
  const commands: string[] = []
  let plain = ''
  let done = 0
  for (const match of code.matchAll(operator)) {
    if (match.index < done) continue
    const [all, kind = '', spaced, close] = match
    const from = match.index + all.length
    const end = findEnd(code, from, spaced ?? close ?? '')
    if (end === -1) continue
    const text = code.slice(from, end)
    if (/^(qq?x|x)$/.test(kind)) commands.push(text)
    plain += code.slice(done, match.index) + literalFor(kind, text, language)
    done = end + 1
  }
  return { code: plain + code.slice(done), commands }
}
const MAX_CODE = 20_000

function literalFor(kind: string, text: string, language: string): string {
  if (/^(qq?x|x)$/.test(kind)) return ' '
  if (!/^(qw|[wWiI])$/.test(kind)) return quote(text)
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => quote(word))
    .join(', ')
  return language === 'perl' ? `(${words})` : `[${words}]`
}

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** The position where the quote ends, or -1. Brackets may be nested. */
function findEnd(code: string, from: number, open: string): number {
  const close = closing[open] ?? open
  let depth = 1
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === close && --depth === 0) return at
    else if (code[at] === open && close !== open) depth++
  }
  return -1
}
