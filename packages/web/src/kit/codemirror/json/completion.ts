/** Completes field names and values from a schema. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Text } from '@codemirror/state'
import type { Json } from '../../../wire/panel.ts'
import { nameOf, namesIn, parseTree, pathOf, type SyntaxNode } from './json-tree.ts'
import { fieldsOf, schemasAt, valuesOf } from './schema.ts'

export const completeFrom =
  (schemaNow: () => Json) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const inner = parseTree(state).resolveInner(pos, -1)
    const node = inner.type.isError ? (inner.parent ?? inner) : inner
    const word = wordBefore(state.doc, pos)
    const site = { node, doc: state.doc, pos, schema: schemaNow(), word, explicit }
    return node.name === 'PropertyName' || node.name === 'Object' ? completeName(site) : completeValue(site)
  }

interface CompletionSite {
  readonly node: SyntaxNode
  readonly doc: Text
  readonly pos: number
  readonly schema: Json
  /** The letters before the cursor, without a quote. */
  readonly word: string
  readonly explicit: boolean
}

const wordBefore = (doc: Text, pos: number): string => {
  const line = doc.lineAt(pos)
  return /[\w$-]*$/.exec(line.text.slice(0, pos - line.from))?.[0] ?? ''
}

function completeName({ node, doc, pos, schema, word, explicit }: CompletionSite): CompletionResult | null {
  const quoted = node.name === 'PropertyName'
  if (!quoted && word === '' && !explicit) return null
  const parent = quoted ? node.parent?.parent : node
  if (parent === null || parent === undefined) return null
  const taken = namesIn(parent, doc)
  const own = quoted ? nameOf(node, doc) : ''
  const to = quoted ? node.to : pos
  const colon = /^\s*:/.test(doc.sliceString(to, to + 20)) ? '' : ': '
  const options = fieldsOf(schemasAt(schema, pathOf(parent, doc)))
    .filter(({ name }) => name === own || !taken.includes(name))
    .map(
      ({ name, doc: info, type, required }): Completion => ({
        label: `"${name}"`,
        displayLabel: name,
        detail: type,
        type: 'property',
        boost: required ? 1 : 0,
        apply: `"${name}"${colon}`,
        ...(info === '' ? {} : { info }),
      }),
    )
  return options.length === 0 ? null : { from: quoted ? node.from : pos - word.length, to, options }
}

function completeValue({ node, doc, pos, schema, word, explicit }: CompletionSite): CompletionResult | null {
  const isValue = ['String', 'Number', 'True', 'False', 'Null'].includes(node.name)
  if (!isValue && word === '' && !explicit) return null
  const found = valuesOf(schemasAt(schema, pathOf(node, doc)))
  if (found.length === 0) return null
  const from = isValue ? node.from : pos - word.length
  return { from, to: isValue ? node.to : pos, options: found.map((label) => ({ label, type: 'enum' })) }
}
