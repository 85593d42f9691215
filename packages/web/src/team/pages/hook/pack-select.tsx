/** Chooses a pack of the server, and shows what it does. */
import { Select } from '@mantine/core'
import { usePacks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import type { Form } from './draft.ts'

interface Props {
  readonly form: Form
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (form: Form) => void
}
export function PackSelect({ form, error, readOnly, onChange }: Props) {
  const { teamId } = useTeam()
  const { data } = usePacks(teamId)
  const names = data?.packs.map(({ name }) => name) ?? []
  const known = form.scriptName === '' || names.includes(form.scriptName) ? names : [form.scriptName, ...names]
  return (
    <Select
      label="Pack"
      description={data?.packs.find(({ name }) => name === form.scriptName)?.description ?? 'Ready-made hooks.'}
      placeholder="Choose a pack"
      data={known}
      value={form.scriptName === '' ? null : form.scriptName}
      error={error}
      readOnly={readOnly}
      searchable
      allowDeselect={false}
      onChange={(scriptName) => (scriptName === null ? undefined : onChange({ ...form, scriptName, config: '' }))}
    />
  )
}
