/** A text to read with line numbers; CodeMirror comes when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { Language } from './codemirror/look.ts'
import { Plain } from './plain.tsx'

const Viewer = lazy(() => import('./codemirror/viewer.tsx'))

interface CodeViewProps {
  readonly text: string
  /** What it is, for those who do not see it. */
  readonly label: string
  readonly language?: Language
}

export const CodeView = ({ text, label, language = 'plain' }: CodeViewProps) => (
  <Suspense fallback={<Plain label={label} text={text} />}>
    <Viewer text={text} label={label} language={language} />
  </Suspense>
)
