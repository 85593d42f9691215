/** How long the reports of the team are kept. Only owners can change it. */
import type { Retention as RetentionMessage } from '@hookline/team/wire'
import { TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { validateDays } from './retention-days.ts'

export function Retention() {
  const { teamId } = useTeam()
  const { data } = useQuery<RetentionMessage>({
    queryKey: [teamId, 'retention'],
    queryFn: ({ signal }) => admin.getRetention({ teamId }, { signal }),
  })
  return data === undefined ? null : <RetentionForm key={data.days} days={data.days} />
}

function RetentionForm({ days }: { readonly days: number }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const [text, setText] = useState(String(days))
  const change = useMutation({
    mutationFn: () => admin.setRetention({ teamId, days: Number(text) }),
    onSuccess: () => refresh(teamId),
  })
  const error = validateDays(text)
  const unavailable = missingRole ?? error ?? (Number(text) === days ? 'This is the present setting.' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) change.mutate()
  }
  return (
    <form onSubmit={submit} aria-labelledby="retention" className="part">
      <Title order={2} id="retention" mt="lg" mb={4}>
        Retention
      </Title>
      <div className="form-line form-line-top">
        <TextInput
          size="xs"
          label="Keep decisions for (days)"
          inputMode="numeric"
          w={180}
          value={text}
          error={error}
          disabled={missingRole !== undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Action kind="plain" pending={change.isPending} unavailable={unavailable} submit>
          Save
        </Action>
      </div>
      <p className="words">Older decisions are deleted within an hour and do not come back.</p>
      <Problem error={change.error} />
    </form>
  )
}
