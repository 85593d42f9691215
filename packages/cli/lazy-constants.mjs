// Makes the constants of a chunk when they are first read: an event reads a few of the tables in the code that it loads.
import { parseAst } from 'rolldown/parseAst'

/**
 * `const rows = byName(…)` becomes a function that makes the rows, and each `rows` becomes `(rows ??= rows$make())`. Sound
 * because no module here does anything but define names when it is loaded.
 */
export function makeLazily(code) {
  const { body } = parseAst(code, { lang: 'js' })
  const constants = findConstants(body)
  const edits = [...constants].flatMap(([name, { node, init }]) => [
    { start: node.start, end: init.start, text: `let ${name};const ${name}$make=()=>(` },
    { start: init.end, end: node.end, text: ');' },
  ])
  for (const { name, start, end, isShorthand } of findReads(body, constants))
    edits.push({ start, end, text: `${isShorthand ? `${name}: ` : ''}(${name}??=${name}$make())` })
  return edit(code, edits)
}

function edit(code, edits) {
  let [text, at] = ['', 0]
  for (const { start, end, text: by } of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    text += code.slice(at, start) + by
    at = end
  }
  return text + code.slice(at)
}

/** The constants that are worth it, and those that read one of them at once. */
function findConstants(body) {
  const fixed = new Map()
  const variables = new Set([...outside, ...body.flatMap((node) => (node.kind === 'let' ? declared(node) : []))])
  for (const node of body) {
    const [{ id, init } = {}, ...more] = node.kind === 'const' ? node.declarations : []
    if (id?.type === 'Identifier' && more.length === 0 && isFixed(init, variables)) fixed.set(id.name, { node, init })
  }
  const found = new Map([...fixed].filter(([, { init }]) => isCostly(init)))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [name, one] of fixed)
      if (some(one.init, (node) => node.type === 'Identifier' && found.has(node.name))) found.set(name, one)
  }
  return found
}

const isFunction = ({ type }) => /^(Function|ArrowFunction)/.test(type)
const outside = ['process', 'Date', 'Math', 'globalThis', 'performance', 'require', 'module', 'exports']
const acting = /^(Await|Yield|This|Assignment|Update|Import)Expression$/

/** Whether it is the same whenever it is made. A function or a class costs nothing before it is called. */
const isFixed = (init, variables) =>
  !isFunction(init) &&
  init.type !== 'ClassExpression' &&
  !some(init, (node) => acting.test(node.type) || (node.type === 'Identifier' && variables.has(node.name)))

/** Whether it has a call, or about as many values as cost the same. */
function isCostly(init) {
  let cost = 0
  some(init, ({ type }) => {
    cost += /^(Call|New|TaggedTemplate)Expression$/.test(type) ? 4 : /^(Property|SpreadElement)$/.test(type) ? 1 : 0
  })
  return cost >= 4
}

/** Whether the test holds for a node that runs with this one: it does not look into functions. */
const some = (node, test) =>
  test(node) || (!isFunction(node) && childrenOf(node).some(([, child]) => some(child, test)))

const isNode = (value) => typeof value?.type === 'string'
const childrenOf = (node) =>
  Object.entries(node).flatMap(([key, value]) =>
    Array.isArray(value) ? value.filter(isNode).map((one) => [key, one]) : isNode(value) ? [[key, value]] : [],
  )

/** Where these names are read, and no scope in between has a variable of the same name. */
function findReads(body, constants) {
  const reads = []
  const visit = (node, hidden, parent, key) => {
    if (node.type === 'Identifier') {
      const isShorthand = parent.type === 'Property' && parent.shorthand
      if (constants.has(node.name) && !hidden.has(node.name) && isRead(parent, key))
        reads.push({ name: node.name, start: node.start, end: node.end, isShorthand })
      return
    }
    const own = namesIn(node)
    const inner = own.length === 0 ? hidden : new Set([...hidden, ...own])
    for (const [name, child] of childrenOf(node))
      if (!(name === 'key' && node.shorthand)) visit(child, inner, node, name)
  }
  for (const node of body) visit(node, new Set(), {}, '')
  return reads
}

const isRead = (parent, key) =>
  !(key === 'id' || key === 'label') &&
  !((key === 'property' || key === 'key') && !parent.computed) &&
  parent.type !== 'MetaProperty'

/** The variables of the scope that a node makes, if it makes one. */
function namesIn(node) {
  if (isFunction(node)) return [...node.params.flatMap(namesOf), ...namesOf(node.id), ...varsIn(node.body)]
  if (node.type === 'ClassExpression') return namesOf(node.id)
  if (node.type === 'CatchClause') return namesOf(node.param)
  if (/^(Block|Switch)Statement|StaticBlock$/.test(node.type))
    return (node.cases?.flatMap(({ consequent }) => consequent) ?? node.body).flatMap(declared)
  if (/^For/.test(node.type)) return declared(node.init ?? node.left)
  return []
}

const declared = (node) =>
  node?.type === 'VariableDeclaration'
    ? node.declarations.flatMap(({ id }) => namesOf(id))
    : /^(Function|Class)Declaration$/.test(node?.type)
      ? namesOf(node.id)
      : []

/** `var` belongs to the whole function. */
const varsIn = (node) => [
  ...(node.kind === 'var' ? declared(node) : []),
  ...(isFunction(node) ? [] : childrenOf(node).flatMap(([, child]) => varsIn(child))),
]

function namesOf(pattern) {
  if (!pattern) return []
  if (pattern.type === 'Identifier') return [pattern.name]
  const parts = pattern.properties ?? pattern.elements ?? [pattern.left ?? pattern.argument ?? pattern.value]
  return parts.flatMap(namesOf)
}
