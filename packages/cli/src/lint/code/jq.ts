/** Analyses a jq program: which fields of its input it reads, and the object that it builds. */
import { readObject } from './programs/objects.ts'
import { closes, hole, type Token, tokensOf } from './programs/tokens.ts'
import { ELEMENT, type InputRead, type ReplyObject } from './reading.ts'

/** Functions whose argument is a program that runs on other values than the input. */
const inward = new Set(
  'map map_values with_entries any all group_by sort_by unique_by min_by max_by recurse walk limit first last range reduce foreach select paths test match capture split join ltrimstr rtrimstr startswith endswith gsub sub has contains inside index ascii_downcase error input inputs env splits'.split(
    ' ',
  ),
)
/** Functions whose argument gets the same value as the function itself. */
const onward = new Set([
  'select',
  'first',
  'last',
  'limit',
  'any',
  'all',
  'not',
  'if',
  'error',
  'has',
  'contains',
  'test',
])

export interface JqProgram {
  readonly reads: readonly InputRead[]
  readonly made: ReplyObject | undefined
  /** The objects in it, except those inside other objects. */
  readonly objects: readonly ReplyObject[]
}

export function readJq(program: string): JqProgram {
  const text = program.replace(/(^|\s)#[^\n]*/g, (comment) => ' '.repeat(comment.length))
  const opened = text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, keepInterpolations)
  // `//` is an operator in jq but a comment in JavaScript.
  const tokens = tokensOf(opened.replaceAll('//', '||'), 'javascript').filter(({ kind }) => kind !== 'line')
  const objects: ReplyObject[] = []
  for (let at = 0; at < tokens.length; at++) {
    const object = tokens[at]?.kind === 'mark' && tokens[at]?.text === '{' ? readObject(tokens, at) : undefined
    if (object === undefined) continue
    objects.push(object)
    at = closes(tokens, at)
  }
  const [first] = tokens
  return { reads: readsOf(tokens), made: first?.text === '{' ? objects[0] : undefined, objects }
}

/** Keeps the programs inside a string such as `"a \\(.b) c"` at their offsets and blanks the rest. */
function keepInterpolations(quoted: string): string {
  if (!quoted.includes('\\(')) return quoted
  let kept = ''
  let depth = 0
  for (let at = 0; at < quoted.length; at++) {
    if (depth === 0 && quoted.startsWith('\\(', at)) {
      kept += ' ('
      depth = 1
      at++
      continue
    }
    const char = quoted.charAt(at)
    const inside = depth > 0
    if (inside) depth += char === '(' ? 1 : char === ')' ? -1 : 0
    kept += inside ? char : ' '
  }
  return kept
}

interface Level {
  /** The dot refers to the program's input here. */
  root: boolean
  before: boolean
}

function readsOf(tokens: readonly Token[]): readonly InputRead[] {
  const levels: Level[] = [{ root: true, before: true }]
  const found: { path: readonly string[]; offset: number; group: number }[] = []
  let group = 0
  let joins = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token // The index is in range.
    const level = levels.at(-1) as Level // There is always at least one level.
    if (token.kind === 'mark' && /^[([{]$/.test(token.text)) {
      const name = tokens[at - 1]?.kind === 'name' ? (tokens[at - 1]?.text ?? '') : ''
      const root = token.text !== '(' || !inward.has(name) ? level.root : level.root && onward.has(name)
      levels.push({ root, before: root })
    } else if (token.kind === 'mark' && /^[)\]}]$/.test(token.text)) {
      if (levels.length > 1) levels.pop()
      joins = false
    } else if (token.text === '|' && token.kind === 'mark') {
      // In `.a as $x | .b` the dot keeps its value.
      if (tokens[at - 2]?.text !== 'as') level.root = false
      joins = false
    } else if (token.text === '||') joins = true
    else if (token.text === ',' || token.text === ';' || token.text === ':') {
      level.root = level.before
      joins = false
    } else if (token.kind === 'mark' && (token.text === '.' || token.text === '?.') && isPathStart(tokens, at)) {
      const { path, end } = pathAt(tokens, at)
      if (!joins) group++
      joins = false
      if (level.root && path.length > 0) found.push({ path, offset: token.start, group })
      at = end
    }
  }
  return found.map((one) => ({
    path: one.path,
    offset: one.offset,
    fallbacks: found.filter((other) => other !== one && other.group === one.group).map(({ path }) => path),
  }))
}

/** False after `$x`, `]`, `)` or a name, where the path continues from another value. */
function isPathStart(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (before === undefined || before.end < (tokens[at]?.start ?? 0)) return true
  return before.kind === 'mark' && !/^[)\]}?]$/.test(before.text)
}

function pathAt(tokens: readonly Token[], from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = []
  let at = from
  for (;;) {
    const [mark, next, close] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    const adjoins = mark !== undefined && next !== undefined && next.start === mark.end
    if ((mark?.text === '.' || mark?.text === '?.') && adjoins && (next.kind === 'name' || next.kind === 'text')) {
      if (next.text.includes(hole)) return { path, end: at + 1 }
      path.push(next.text)
      at += 2
    } else if (mark?.text === '.' && adjoins && next.text === '[') at++
    else if (mark?.text === '[' && next?.kind === 'text' && close?.text === ']') {
      path.push(next.text)
      at += 3
    } else if (mark?.text === '?') at++
    else if (mark?.text === '[' && at > from) {
      const end = closes(tokens, at)
      const isElement = next?.text === ']' || (next?.kind === 'number' && close?.text === ']')
      const [dot, name] = [tokens[end + 1], tokens[end + 2]]
      const goesOn = dot?.text === '.' && dot.start === tokens[end]?.end && name?.kind === 'name'
      if (!isElement || !goesOn || name.start !== dot.end) return { path, end }
      path.push(ELEMENT)
      at = end + 1
    } else return { path, end: Math.max(from, at - 1) }
  }
}
