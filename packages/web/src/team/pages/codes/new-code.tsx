/** The form for a new code. */
import type { CreateEnrollmentCodeResponse } from '@hookline/team/wire'
import { TextInput } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { type CodeWish, faultsOf } from './wish.ts'

function useCreate(wish: CodeWish, onMade: (made: CreateEnrollmentCodeResponse) => void) {
  const { teamId } = useTeam()
  return useMutation({
    mutationFn: () =>
      admin.createEnrollmentCode({ teamId, note: wish.note, uses: Number(wish.uses), validHours: Number(wish.hours) }),
    onSuccess: async (made) => {
      onMade(made)
      await refresh(teamId)
    },
  })
}

export function NewCode({ onMade }: { readonly onMade: (made: CreateEnrollmentCodeResponse) => void }) {
  const { keysReady } = useTeam()
  const lacks = useLacks('owner')
  const [wish, setWish] = useState<CodeWish>({ note: '', uses: '1', hours: '24' })
  const create = useCreate(wish, onMade)
  const faults = faultsOf(wish)
  const unavailable = lacks ?? (keysReady ? (faults.uses ?? faults.hours) : 'The team has no root key yet.')
  const field = (name: keyof CodeWish) => ({
    size: 'xs' as const,
    value: wish[name],
    disabled: lacks !== undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setWish({ ...wish, [name]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="form-line form-line-top">
        <TextInput label="Note" placeholder="for Ada's laptop" maxLength={200} className="grow" {...field('note')} />
        <TextInput label="Machines" inputMode="numeric" w={110} error={faults.uses} {...field('uses')} />
        <TextInput label="Good for hours" inputMode="numeric" w={110} error={faults.hours} {...field('hours')} />
        <Action kind="main" icon={<IconTicket size={14} />} pending={create.isPending} unavailable={unavailable} submit>
          Make a code
        </Action>
      </div>
      <Problem error={create.error} />
    </form>
  )
}
