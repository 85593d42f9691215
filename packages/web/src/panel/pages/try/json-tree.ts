/** Places in a payload's syntax tree: what they are called, and how one gets there. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'
import type { Path } from './schema.ts'

type Tree = ReturnType<typeof syntaxTree>
export type SyntaxNode = Tree['topNode']

const PATIENCE_MS = 200

/** The whole payload's tree: what the editor reads ahead by itself may end before the place asked for. */
export const treeOf = (state: EditorState): Tree =>
  ensureSyntaxTree(state, state.doc.length, PATIENCE_MS) ?? syntaxTree(state)

const parsed = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replaceAll('"', '')
  }
}

/** The name in a `PropertyName`, read as JSON where it is whole. */
export const nameOf = (node: SyntaxNode, doc: Text): string => parsed(doc.sliceString(node.from, node.to))

/** The steps from the whole payload to a value, or to an object itself. */
export function pathOf(node: SyntaxNode, doc: Text): Path {
  const steps: (string | number)[] = []
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    const name = at.name === 'Property' ? at.getChild('PropertyName') : null
    if (name !== null) steps.unshift(nameOf(name, doc))
    // Every item of a list is described alike.
    else if (at.parent?.name === 'Array' && !at.type.isError) steps.unshift(0)
  }
  return steps
}

export const propertiesOf = (holder: SyntaxNode): readonly SyntaxNode[] => holder.getChildren('Property')

export const namesIn = (holder: SyntaxNode, doc: Text): readonly string[] =>
  propertiesOf(holder).flatMap((property) => {
    const name = property.getChild('PropertyName')
    return name === null ? [] : [nameOf(name, doc)]
  })
