/** A read-only text with line numbers. CodeMirror is loaded when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { Language } from './codemirror/code-theme.ts'
import { PlainText } from './plain-text.tsx'

const Viewer = lazy(() => import('./codemirror/viewer.tsx'))

interface CodeViewProps {
  readonly text: string
  /** The name of the text for screen readers. */
  readonly label: string
  readonly language?: Language
}

export const CodeView = ({ text, label, language = 'plain' }: CodeViewProps) => (
  <Suspense fallback={<PlainText label={label} text={text} />}>
    <Viewer text={text} label={label} language={language} />
  </Suspense>
)
