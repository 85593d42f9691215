/** What is wrong with a payload: JSON that does not read, at its place; fields and values the schema does not know. */
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { Json } from '../../../wire/panel.ts'
import { nameOf, pathOf, type SyntaxNode, treeOf } from './json-tree.ts'
import { fieldsOf, isClosed, namesItsFields, schemasAt, valuesOf } from './schema.ts'
import { plainly } from './trial.ts'

export function findings(state: EditorState, schema: Json): readonly Diagnostic[] {
  const tree = treeOf(state)
  const broken = syntaxFault(state, tree.topNode)
  if (broken !== undefined) return [broken]
  const found: Diagnostic[] = []
  tree.iterate({
    enter: ({ node }) => {
      if (node.name === 'Property') found.push(...ofProperty(node, state, schema))
    },
  })
  return found
}

function syntaxFault(state: EditorState, top: SyntaxNode): Diagnostic | undefined {
  try {
    JSON.parse(state.doc.toString())
    return undefined
  } catch (thrown) {
    const from = faultAt(top) ?? state.doc.length
    const to = Math.min(state.doc.length, from + 1)
    const line = state.doc.lineAt(from)
    const where = `line ${line.number}, column ${from - line.from + 1}`
    return { from: Math.min(from, to), to, severity: 'error', message: `${plainly(thrown)} (${where})` }
  }
}

/** Where the reader stumbled first. */
function faultAt(top: SyntaxNode): number | undefined {
  let at: number | undefined
  const cursor = top.cursor()
  do {
    if (cursor.type.isError && at === undefined) at = cursor.from
  } while (at === undefined && cursor.next())
  return at
}

function ofProperty(property: SyntaxNode, state: EditorState, schema: Json): readonly Diagnostic[] {
  const name = property.getChild('PropertyName')
  const holder = property.parent
  if (name === null || holder === null) return []
  const around = schemasAt(schema, pathOf(holder, state.doc))
  const called = nameOf(name, state.doc)
  if (namesItsFields(around) && !fieldsOf(around).some((field) => field.name === called))
    return [warning(name, `The event has no field "${called}". Hooks are given it all the same.`)]
  return ofValue(property, state, schema)
}

function ofValue(property: SyntaxNode, state: EditorState, schema: Json): readonly Diagnostic[] {
  const value = property.lastChild
  const here = schemasAt(schema, pathOf(property, state.doc))
  if (value === null || !isClosed(here)) return []
  const known = valuesOf(here)
  const text = state.doc.sliceString(value.from, value.to)
  return known.includes(text) ? [] : [warning(value, `The event knows only ${known.join(', ')} here.`)]
}

const warning = ({ from, to }: SyntaxNode, message: string): Diagnostic => ({ from, to, severity: 'warning', message })
