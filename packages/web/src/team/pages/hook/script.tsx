/** The script editor, with findings of the checks at their lines. */
import type { Finding } from '@hookline/team/wire'
import { useMemo } from 'react'
import { CodeEdit, type Remark } from '../../../kit/code-edit.tsx'
import type { Form } from './draft.ts'

interface Props {
  readonly form: Form
  readonly findings: readonly Finding[] | undefined
  readonly readOnly: boolean
  readonly onChange: (form: Form) => void
}
export function Script({ form, findings, readOnly, onChange }: Props) {
  const remarks = useMemo(() => (findings ?? []).filter(({ line }) => line > 0).map(toRemark), [findings])
  return (
    <section aria-label="Script" className="script">
      <CodeEdit
        text={form.scriptContent}
        label="Script"
        language="script"
        readOnly={readOnly}
        remarks={remarks}
        onChange={(scriptContent) => onChange({ ...form, scriptContent })}
      />
    </section>
  )
}

const toRemark = ({ line, severity, message }: Finding): Remark => ({
  line,
  message,
  severity: severity === 'error' || severity === 'warning' ? severity : 'info',
})
