/** The note, and the button that signs. */
import type { PublishResponse } from '@hookline/team/wire'
import { Anchor, Stack, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin, wordsOf } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { hookNamedIn } from './said.ts'

interface Props {
  /** Of what is shown: publishing signs this and nothing else. */
  readonly state: string
  readonly onDone: (done: PublishResponse) => void
}
export function PublishForm({ state, onDone }: Props) {
  const { teamId, keysReady } = useTeam()
  const lacks = useLacks('author')
  const [note, setNote] = useState('')
  const publish = useMutation({
    mutationFn: () => admin.publish({ teamId, note, state }),
    // What somebody else saved is shown, to be looked at before the next try.
    onError: () => refresh(teamId),
    onSuccess: async (done) => {
      onDone(done)
      setNote('')
      await Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  const unavailable = lacks ?? (keysReady ? undefined : 'The team has no root key yet.')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) publish.mutate()
  }
  return (
    <Stack gap="sm" my="sm" component="form" onSubmit={submit}>
      <div className="form-line">
        <TextInput
          label="Note"
          size="xs"
          placeholder="why this revision; it is kept in the journal"
          className="grow publish-note"
          maxLength={2000}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Action kind="main" icon={<IconSend size={14} />} pending={publish.isPending} unavailable={unavailable} submit>
          Sign and publish
        </Action>
      </div>
      <Refused error={publish.error} />
    </Stack>
  )
}

/** With the way to the hook that stands in the way. */
function Refused({ error }: { readonly error: unknown }) {
  const { teamId } = useTeam()
  const id = error === null ? undefined : hookNamedIn(wordsOf(error))
  return (
    <Problem error={error}>
      {id === undefined ? null : (
        <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'hooks', id)}>
          Open hook {id}
        </Anchor>
      )}
    </Problem>
  )
}
