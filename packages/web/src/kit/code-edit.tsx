/** A text editor with line numbers. CodeMirror is loaded when the first editor is shown. */
import { lazy, Suspense } from 'react'
import type { EditorProps, Remark } from './codemirror/editor.tsx'
import { PlainText } from './plain-text.tsx'

const Editor = lazy(() => import('./codemirror/editor.tsx'))

export type { Remark }

export const CodeEdit = (props: EditorProps) => (
  <Suspense fallback={<PlainText label={props.label} text={props.text} />}>
    <Editor {...props} />
  </Suspense>
)
