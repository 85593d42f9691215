/**
 * Finds casts that have no comment: `x as T`, `<T>x` and `x!`. `as const` is not a cast.
 *
 * The comment may be on a line of the cast, or on the first or the last line of its statement, or it may be directly above one of
 * the two, on lines of its own. A chain such as `x as unknown as T` counts once.
 */
import { Visitor } from 'rolldown/utils'
import { lineOf, lineStarts } from './lines.mjs'
import { parse } from './parse.mjs'

const statements = [
  ...['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement', 'IfStatement'],
  ...['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement', 'SwitchStatement'],
  ...['SwitchCase', 'ExportDefaultDeclaration', 'ExportNamedDeclaration', 'PropertyDefinition'],
]

const isConst = (node) => node.typeAnnotation?.typeName?.name === 'const'

/** The casts of a file, each with the statement it belongs to. */
function castsOf(program) {
  const casts = []
  const open = []
  let end = 0
  const add = (node) => {
    if (isConst(node) || node.start < end) return
    end = node.end
    casts.push({ node, statement: open.at(-1) })
  }
  const visitor = { TSAsExpression: add, TSTypeAssertion: add, TSNonNullExpression: add }
  for (const type of statements) {
    visitor[type] = (node) => open.push(node)
    visitor[`${type}:exit`] = () => open.pop()
  }
  new Visitor(visitor).visit(program)
  return casts
}

/** Lines with a comment; and lines that have nothing but a comment. */
function commentLines(text, comments, starts) {
  const any = new Set()
  const alone = new Set()
  for (const { start, end } of comments) {
    const first = lineOf(starts, start)
    const isAlone = text.slice(starts[first], start).trim() === ''
    for (let line = first; line <= lineOf(starts, end); line++) {
      any.add(line)
      if (isAlone) alone.add(line)
    }
  }
  return { any, alone }
}

/** Lines of casts without a comment, counted from 1. */
export function uncommentedCasts(file) {
  const { program, comments } = parse(file)
  const starts = lineStarts(file.text)
  const { any, alone } = commentLines(file.text, comments, starts)
  const isExplained = ({ node, statement }) => {
    const [first, last] = [lineOf(starts, node.start), lineOf(starts, node.end)]
    for (let line = first; line <= last; line++) if (any.has(line)) return true
    if (alone.has(first - 1)) return true
    const [begin, finish] = [lineOf(starts, statement.start), lineOf(starts, statement.end)]
    return any.has(begin) || any.has(finish) || alone.has(begin - 1)
  }
  return castsOf(program)
    .filter((cast) => !isExplained(cast))
    .map(({ node }) => ({
      path: file.path,
      line: lineOf(starts, node.start) + 1,
      text: oneLine(file.text.slice(node.start, node.end)),
    }))
}

const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 100)
