/** The difference between two texts, by line, with changed words marked. CodeMirror is loaded when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { Language } from './codemirror/code-theme.ts'
import { PlainText } from './plain-text.tsx'

const Viewer = lazy(() => import('./codemirror/viewer.tsx'))

interface DiffViewProps {
  readonly before: string
  readonly after: string
  readonly label: string
  readonly language?: Language
}

export const DiffView = ({ before, after, label, language = 'plain' }: DiffViewProps) => (
  <Suspense fallback={<PlainText label={label} text={after} />}>
    <Viewer before={before} text={after} label={label} language={language} />
  </Suspense>
)
