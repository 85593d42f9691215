/** Names and paths of nodes in the syntax tree of a payload. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'
import type { Path } from './schema.ts'

type Tree = ReturnType<typeof syntaxTree>
export type SyntaxNode = Tree['topNode']

const PARSE_TIMEOUT_MS = 200

/** The tree of the whole payload. By default the editor may have parsed only its beginning. */
export const parseTree = (state: EditorState): Tree =>
  ensureSyntaxTree(state, state.doc.length, PARSE_TIMEOUT_MS) ?? syntaxTree(state)

const unquote = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replaceAll('"', '')
  }
}

/** The name in a `PropertyName`, which may be incomplete JSON. */
export const nameOf = (node: SyntaxNode, doc: Text): string => unquote(doc.sliceString(node.from, node.to))

/** The path from the root of the payload to a node. */
export function pathOf(node: SyntaxNode, doc: Text): Path {
  const steps: (string | number)[] = []
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    const name = at.name === 'Property' ? at.getChild('PropertyName') : null
    if (name !== null) steps.unshift(nameOf(name, doc))
    // All items of a list have the same schema.
    else if (at.parent?.name === 'Array' && !at.type.isError) steps.unshift(0)
  }
  return steps
}

const propertiesOf = (holder: SyntaxNode): readonly SyntaxNode[] => holder.getChildren('Property')

export const namesIn = (holder: SyntaxNode, doc: Text): readonly string[] =>
  propertiesOf(holder).flatMap((property) => {
    const name = property.getChild('PropertyName')
    return name === null ? [] : [nameOf(name, doc)]
  })
