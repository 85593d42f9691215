/** Finds text that awk code passes to a shell: `print text | "sh"` and `system(text)`. */

/** Shell text that the code runs; undefined if it is known only at run time. */
export type AwkShellCode = string | undefined

const MAX_CODE = 20_000
const shell = String.raw`"\s*(?:(?:/usr)?(?:/local)?/bin/)?(?:ba|da|z|k|a)?sh(?:\s+-[abd-rt-z]+)*(?:\s+-s\b[^"]*)?\s*"`
/** An expression extends to the end of its statement; a pipe inside a string does not end it. */
const printed = new RegExp(
  String.raw`\b(printf?)\b\s*((?:"(?:\\.|[^"\\])*"|[^"|;{}\n])*)\|&?\s*(?:${shell})(?!\s*\|)`,
  'g',
)
const run = /\bsystem\s*\(((?:"(?:\\.|[^"\\])*"|[^"()\n]|\([^()\n]*\))*)\)/g
const literal = /"((?:\\.|[^"\\])*)"/g

export function findAwkShellCode(code: string): readonly AwkShellCode[] {
  const text = code.slice(0, MAX_CODE)
  const variables = findConstants(text)
  return [
    ...[...text.matchAll(printed)].flatMap(([, verb, expression]) => {
      const line = readExpression(withoutBrackets(expression), variables)
      // A field or a format inside the text may be any command.
      const isWhole = line?.endsWith('…') !== true && !(verb === 'printf' && /%[^%]/.test(expression ?? ''))
      return isWhole ? [line] : [line, undefined]
    }),
    ...[...text.matchAll(run)].map(([, expression]) => readExpression(expression ?? '', variables)),
  ]
}

const withoutBrackets = (expression = ''): string => /^\s*\((.*)\)\s*$/s.exec(expression)?.[1] ?? expression

/** Concatenates adjacent strings. Anything else after a string becomes an unknown word. */
function readExpression(expression: string, variables: ReadonlyMap<string, string>): AwkShellCode {
  const known = variables.get(expression.trim())
  if (known !== undefined) return known
  const parts = [...expression.matchAll(literal)].map(([, part]) => unescapeText(part ?? ''))
  const rest = expression.replace(literal, '').trim()
  if (/^[\s,]*$/.test(rest)) return parts.join(rest.includes(',') ? ' ' : '')
  return expression.trimStart().startsWith('"') && parts[0]?.trim() !== '' ? `${parts[0]}…` : undefined
}

/** Variables that are only ever set to one string. */
function findConstants(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const several = new Set<string>()
  for (const [, name = '', value] of text.matchAll(
    /\b([A-Za-z_]\w*)\s*=(?!=)\s*(?:"((?:\\.|[^"\\])*)"\s*(?=[;}\n]))?/g,
  )) {
    const known = value === undefined ? undefined : unescapeText(value)
    if (known === undefined || (found.get(name) ?? known) !== known) several.add(name)
    else found.set(name, known)
  }
  for (const name of several) found.delete(name)
  return found
}

const unescapeText = (text: string): string =>
  text.replace(/\\(.)/g, (_all, char: string) => ({ n: '\n', t: '\t' })[char] ?? char)
