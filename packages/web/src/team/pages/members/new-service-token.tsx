/** The form for a new service token. */
import { maxTokenDays, publishScopes, scopes } from '@hookline/team/wire'
import { MultiSelect, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'

const isDays = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxTokenDays

export function NewServiceToken({ onCreated }: { readonly onCreated: (token: string) => void }) {
  const { teamId } = useTeam()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [chosen, setChosen] = useState<string[]>([...publishScopes])
  const create = useMutation({
    mutationFn: () => admin.createServiceToken({ teamId, name, scopes: chosen, validDays: Number(days) }),
    onSuccess: async ({ token }) => {
      onCreated(token)
      setName('')
      await refresh(teamId)
    },
  })
  const unavailable =
    name.trim() === ''
      ? 'Enter a name.'
      : chosen.length === 0
        ? 'Choose at least one scope.'
        : isDays(days)
          ? undefined
          : `Enter a number of days from 1 to ${maxTokenDays}.`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="form-line">
        <TextInput
          label="Token name"
          size="xs"
          placeholder="ci"
          autoComplete="off"
          maxLength={100}
          className="grow"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Valid for (days)"
          size="xs"
          inputMode="numeric"
          w={110}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        <Action kind="main" icon={<IconKey size={14} />} pending={create.isPending} unavailable={unavailable} submit>
          Create service token
        </Action>
      </div>
      <MultiSelect label="Scopes" size="xs" mt="xs" data={Object.keys(scopes)} value={chosen} onChange={setChosen} />
      <ul className="words">
        {chosen.map((scope) => (
          <li key={scope}>
            {scope}: {Object.entries(scopes).find(([name]) => name === scope)?.[1]}
          </li>
        ))}
      </ul>
      <Problem error={create.error} />
    </form>
  )
}
