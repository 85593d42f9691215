// Finds words that the glossary replaces, in one file's text.
import { parseSync, Visitor } from 'rolldown/utils'
import { exceptions, words } from './list.mjs'

const everywhere = new Map()
const inNames = new Map()
for (const row of words) {
  for (const form of row.forms ?? [row.word]) {
    inNames.set(form, row)
    if (row.where !== 'names') everywhere.set(form, row)
  }
}

/** Keeps the length, so that offsets stay those of the file. */
const withoutExceptions = (text) =>
  exceptions.reduce((rest, { text: pattern }) => rest.replaceAll(pattern, (found) => ' '.repeat(found.length)), text)

function* findIn(text, offset, table) {
  for (const { 0: run, index } of text.matchAll(/[A-Za-z]+/g)) {
    for (const { 0: part, index: inside } of run.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
      const row = table.get(part.toLowerCase())
      if (row) yield { offset: offset + index + inside, found: part, use: row.use }
    }
  }
}

const isCode = (file) => /\.(ts|tsx|mjs|js)$/.test(file)

/** Names that a file declares. Uses are not reported: they follow from the declaration. */
function declaredNames(file, text) {
  const { program } = parseSync(file, text)
  const names = []
  const add = (node) => node?.type === 'Identifier' && names.push({ name: node.name, offset: node.start })
  const addPattern = (node) => {
    if (!node) return
    if (node.type === 'ObjectPattern')
      for (const property of node.properties) addPattern(property.value ?? property.argument)
    else if (node.type === 'ArrayPattern') for (const element of node.elements) addPattern(element)
    else if (node.type === 'AssignmentPattern') addPattern(node.left)
    else if (node.type === 'RestElement') addPattern(node.argument)
    else add(node)
  }
  const declare = (node) => add(node.id)
  const declareFunction = (node) => {
    add(node.id)
    for (const parameter of node.params) addPattern(parameter)
  }
  const key = (node) => !node.computed && !node.shorthand && add(node.key)
  new Visitor({
    VariableDeclarator: (node) => addPattern(node.id),
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareFunction,
    ClassDeclaration: declare,
    TSTypeAliasDeclaration: declare,
    TSInterfaceDeclaration: declare,
    TSPropertySignature: key,
    TSMethodSignature: key,
    Property: key,
    PropertyDefinition: key,
    MethodDefinition: key,
  }).visit(program)
  return names
}

/** Comments, strings and the text of JSX: what a person reads. */
function proseOf(file, text) {
  const { program, comments } = parseSync(file, text)
  const parts = comments.map(({ start, end }) => [start, end])
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && parts.push([node.start, node.end]),
    TemplateElement: (node) => parts.push([node.start, node.end]),
    JSXText: (node) => parts.push([node.start, node.end]),
  }).visit(program)
  return parts
}

/** Findings of one file, in order: the offset, the word, and what to use instead. */
export function findWords(file, original) {
  const text = withoutExceptions(original)
  if (!isCode(file)) return [...findIn(text, 0, everywhere)]
  const findings = declaredNames(file, original).flatMap(({ name, offset }) => [
    ...findIn(text.slice(offset, offset + name.length), offset, inNames),
  ])
  for (const [start, end] of proseOf(file, original))
    findings.push(...findIn(text.slice(start, end), start, everywhere))
  const byOffset = new Map(findings.map((finding) => [finding.offset, finding]))
  return [...byOffset.values()].sort((a, b) => a.offset - b.offset)
}

/** The file's own name is an identifier too. */
export const findInName = (file) => [...findIn(file, 0, inNames)]
