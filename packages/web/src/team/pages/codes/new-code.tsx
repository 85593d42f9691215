/** The form for a new enrolment code. */
import type { CreateEnrollmentCodeResponse } from '@hookline/team/wire'
import { TextInput } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { type CodeForm, validateCode } from './code-form.ts'

function useCreate(form: CodeForm, onCreated: (created: CreateEnrollmentCodeResponse) => void) {
  const { teamId } = useTeam()
  return useMutation({
    mutationFn: () =>
      admin.createEnrollmentCode({ teamId, note: form.note, uses: Number(form.uses), validHours: Number(form.hours) }),
    onSuccess: async (created) => {
      onCreated(created)
      await refresh(teamId)
    },
  })
}

export function NewCode({ onCreated }: { readonly onCreated: (created: CreateEnrollmentCodeResponse) => void }) {
  const { keysReady } = useTeam()
  const missingRole = useMissingRole('owner')
  const [form, setForm] = useState<CodeForm>({ note: '', uses: '1', hours: '24' })
  const create = useCreate(form, onCreated)
  const errors = validateCode(form)
  const unavailable = missingRole ?? (keysReady ? (errors.uses ?? errors.hours) : 'This team has no root key yet.')
  const field = (name: keyof CodeForm) => ({
    size: 'xs' as const,
    value: form[name],
    disabled: missingRole !== undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setForm({ ...form, [name]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="form-line form-line-top">
        <TextInput label="Note" placeholder="Ada's laptop" maxLength={200} className="grow" {...field('note')} />
        <TextInput label="Devices" inputMode="numeric" w={110} error={errors.uses} {...field('uses')} />
        <TextInput label="Valid for (hours)" inputMode="numeric" w={110} error={errors.hours} {...field('hours')} />
        <Action kind="main" icon={<IconTicket size={14} />} pending={create.isPending} unavailable={unavailable} submit>
          Create code
        </Action>
      </div>
      <Problem error={create.error} />
    </form>
  )
}
