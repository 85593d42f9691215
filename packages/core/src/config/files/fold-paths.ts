/** Computes paths in the text of a script, as far as the text says them. What is known becomes one literal. */
import { HOME, ROOT } from './command-files.ts'
import { CWD, literalsIn, SELF } from './import-context.ts'

/** How a language writes paths. Every expression that is repeated in it has a bound. */
export interface PathGrammar {
  /** What has a known value, with that value. */
  readonly known: readonly (readonly [RegExp, string])[]
  /** Calls that return the path that they get, or the directory of it, or a path below it. */
  readonly same: string
  readonly above: string
  readonly below: string
  /** Members of a path that are that path, as `.href`. */
  readonly members?: string
  /** The operators that put two texts together, with what comes between them. */
  readonly operators: readonly (readonly [string, string])[]
  /** Further rewriting, once in each round. */
  readonly further?: (text: string) => string
}

/** Of each script: its own file has a name that no file has. */
export const SELF_FILE = `${SELF}/_`
export const DIRECTORIES = `${SELF}${CWD}${ROOT}${HOME}`
/** A literal that begins with a known directory. */
export const KNOWN_PATH = `"([${DIRECTORIES}][^"\\n$]{0,300})"`
export const LITERAL = `(?:"[^"\\n$]{0,300}"|'[^'\\n$]{0,300}'|\`[^\`\\n$]{0,300}\`)`
const BLANK = '\\s{0,9}'
const OWNER = '(?:[\\w:]{1,30}(?:\\.|->|::)){0,3}'
const MAX_ROUNDS = 6
const MAX_NAMES = 40

const quoted = (path: string): string => `"${path}"`
const textOf = (literal: string): string => literalsIn(literal)[0] ?? ''
const joinBelow = (path: string, parts: string): string => quoted([path, ...literalsIn(parts)].join('/'))

const inText = new RegExp(`[$#]?\\{${BLANK}${KNOWN_PATH}${BLANK}\\}`, 'g')
const otherQuotes = new RegExp(`(['\`])([${DIRECTORIES}][^'"\`\\n$]{0,300})\\1`, 'g')
const orElse = new RegExp(
  `${KNOWN_PATH}${BLANK}(?:\\?\\?|\\|\\||\\bor\\b)${BLANK}(?:${LITERAL}|[\\w.]{1,60}(?:\\(\\))?)`,
  'g',
)
const assigned = new RegExp(
  `^[ \\t]*(?:(?:export|const|let|var|my|our)[ \\t]+){0,2}(\\$?[A-Za-z_]\\w*)[ \\t]*(?::[ \\t]*\\w+[ \\t]*)?=[ \\t]*` +
    `(?:[\\w.?'"[\\](]{1,80}\\)?[ \\t]*(?:\\|\\||\\?\\?|or)[ \\t]*)?(?:${KNOWN_PATH}|["'](\\.{0,2}[\\w-]{0,60}/[\\w./-]{1,200})["'])[ \\t]*(?:[;#]|//|$)`,
  'gm',
)

export function createFolder(grammar: PathGrammar): (text: string) => string {
  const { known, same, above, below, members, operators, further } = grammar
  const list = `((?:${BLANK},${BLANK}${LITERAL}){1,6})${BLANK},?${BLANK}`
  const call = (names: string, inside: string) =>
    new RegExp(`(?:\\bnew )?${OWNER}\\b(?:${names})${BLANK}\\(${BLANK}${inside}${BLANK}\\)`, 'g')
  const rules: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
    [inText, (_, path = '') => path],
    [otherQuotes, (_, _quote, path = '') => quoted(path)],
    [call(same, KNOWN_PATH), (_, path = '') => quoted(path)],
    [call(above, KNOWN_PATH), (_, path = '') => quoted(`${path}/..`)],
    [call(below, `${KNOWN_PATH}${list}`), (_, path = '', parts = '') => joinBelow(path, parts)],
    ...(members === undefined
      ? []
      : ([[new RegExp(`${KNOWN_PATH}(?:${members})`, 'g'), (_: string, path = '') => quoted(path)]] as const)),
    ...operators.map(
      ([operator, between]) =>
        [
          new RegExp(`${KNOWN_PATH}${BLANK}${operator}${BLANK}(${LITERAL})`, 'g'),
          (_: string, path = '', literal = '') => quoted(path + between + textOf(literal)),
        ] as const,
    ),
    [orElse, (_, path = '') => quoted(path)],
  ]
  return (given) => {
    let text = known.reduce((now, [what, value]) => now.replace(what, value), given)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = text
      for (const [what, value] of rules) text = text.replace(what, value)
      text = replaceNames(further?.(text) ?? text)
      if (text === before) break
    }
    return text
  }
}

/** Puts the value for each name that is set to a path. */
function replaceNames(text: string): string {
  const values = new Map(
    [...text.matchAll(assigned)]
      .slice(0, MAX_NAMES)
      .map(([, name = '', path, relative = '']) => [name.replace('$', ''), path ?? relative]),
  )
  if (values.size === 0) return text
  const names = [...values.keys()].join('|')
  const used = new RegExp(
    `"\\$\\{?(${names})\\}?(?=[/"])|(?<![\\w.$"'/-])\\$?(${names})\\b(?!["'(:]|\\s{0,9}=[^=])`,
    'g',
  )
  return text.replace(used, (_, inside?: string, name = '') =>
    inside === undefined ? quoted(values.get(name) ?? '') : `"${values.get(inside) ?? ''}`,
  )
}
