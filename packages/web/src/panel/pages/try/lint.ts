/** Reports invalid JSON, and fields and values that the schema does not allow. */
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import { nameOf, parseTree, pathOf, type SyntaxNode } from '../../../kit/codemirror/json/json-tree.ts'
import { fieldsOf, hasFieldList, isClosed, schemasAt, valuesOf } from '../../../kit/codemirror/json/schema.ts'
import type { Json } from '../../../wire/panel.ts'
import { describeParseError } from './trial.ts'

export function findings(state: EditorState, schema: Json): readonly Diagnostic[] {
  const tree = parseTree(state)
  const syntaxError = findSyntaxError(state, tree.topNode)
  if (syntaxError !== undefined) return [syntaxError]
  const found: Diagnostic[] = []
  tree.iterate({
    enter: ({ node }) => {
      if (node.name === 'Property') found.push(...checkProperty(node, state, schema))
    },
  })
  return found
}

function findSyntaxError(state: EditorState, top: SyntaxNode): Diagnostic | undefined {
  try {
    JSON.parse(state.doc.toString())
    return undefined
  } catch (thrown) {
    const from = errorPosition(top) ?? state.doc.length
    const to = Math.min(state.doc.length, from + 1)
    const line = state.doc.lineAt(from)
    const where = `line ${line.number}, column ${from - line.from + 1}`
    return { from: Math.min(from, to), to, severity: 'error', message: `${describeParseError(thrown)} (${where})` }
  }
}

/** The position of the first syntax error. */
function errorPosition(top: SyntaxNode): number | undefined {
  let at: number | undefined
  const cursor = top.cursor()
  do {
    if (cursor.type.isError && at === undefined) at = cursor.from
  } while (at === undefined && cursor.next())
  return at
}

function checkProperty(property: SyntaxNode, state: EditorState, schema: Json): readonly Diagnostic[] {
  const name = property.getChild('PropertyName')
  const holder = property.parent
  if (name === null || holder === null) return []
  const around = schemasAt(schema, pathOf(holder, state.doc))
  const fieldName = nameOf(name, state.doc)
  if (hasFieldList(around) && !fieldsOf(around).some((field) => field.name === fieldName))
    return [warning(name, `The event has no field "${fieldName}". Hooks still receive it.`)]
  return checkValue(property, state, schema)
}

function checkValue(property: SyntaxNode, state: EditorState, schema: Json): readonly Diagnostic[] {
  const value = property.lastChild
  const here = schemasAt(schema, pathOf(property, state.doc))
  if (value === null || !isClosed(here)) return []
  const known = valuesOf(here)
  const text = state.doc.sliceString(value.from, value.to)
  return known.includes(text) ? [] : [warning(value, `The schema of the event allows only ${known.join(', ')} here.`)]
}

const warning = ({ from, to }: SyntaxNode, message: string): Diagnostic => ({ from, to, severity: 'warning', message })
