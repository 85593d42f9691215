/** What changed between two texts, line by line with the words marked; CodeMirror comes when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { Language } from './codemirror/look.ts'
import { Plain } from './plain.tsx'

const Viewer = lazy(() => import('./codemirror/viewer.tsx'))

interface DiffViewProps {
  readonly before: string
  readonly after: string
  readonly label: string
  readonly language?: Language
}

export const DiffView = ({ before, after, label, language = 'plain' }: DiffViewProps) => (
  <Suspense fallback={<Plain label={label} text={after} />}>
    <Viewer before={before} text={after} label={label} language={language} />
  </Suspense>
)
