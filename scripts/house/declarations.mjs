// Finds declarations that should exist once: types for any JSON object, and classes of errors.
import { Visitor } from 'rolldown/utils'
import { lineOf, lineStarts } from './lines.mjs'
import { parse } from './parse.mjs'

const jsonName = /^Json(Object|Value|Record|Data)?$/

/** `Record<string, unknown>`, with or without `Readonly<…>`, under any name. */
const jsonType = /^(Readonly<)?Record<string, unknown>>?$/

/** Declarations of `Json` and of types that are the same under another name. */
export function jsonTypes(file) {
  const found = []
  const add = (node, type) => (jsonName.test(node.id.name) || jsonType.test(type)) && found.push(node.id)
  new Visitor({
    TSTypeAliasDeclaration: (node) => add(node, file.text.slice(node.typeAnnotation.start, node.typeAnnotation.end)),
    TSInterfaceDeclaration: (node) => add(node, ''),
  }).visit(parse(file).program)
  return located(file, found)
}

/** Classes that extend `Error`, or a class whose name ends so. */
export function errorClasses(file) {
  const found = []
  new Visitor({
    ClassDeclaration: (node) => /Error$/.test(node.superClass?.name ?? '') && found.push(node.id),
  }).visit(parse(file).program)
  return located(file, found)
}

function located(file, identifiers) {
  const starts = lineStarts(file.text)
  return identifiers.map(({ name, start }) => ({ path: file.path, line: lineOf(starts, start) + 1, name }))
}
