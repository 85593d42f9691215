/** A text to write with line numbers; CodeMirror comes when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { EditorProps, Remark } from './codemirror/editor.tsx'
import { Plain } from './plain.tsx'

const Editor = lazy(() => import('./codemirror/editor.tsx'))

export type { Remark }

export const CodeEdit = (props: EditorProps) => (
  <Suspense fallback={<Plain label={props.label} text={props.text} />}>
    <Editor {...props} />
  </Suspense>
)
