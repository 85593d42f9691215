/** The form that signs and publishes the next revision. */
import type { PublishResponse } from '@hookline/team/wire'
import { Anchor, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { admin, errorMessage } from '../../api.ts'
import { useRollout } from '../../incidents/queries.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { listRings, toRing } from '../../rollout/labels.ts'
import { useRolloutSettings } from '../../rollout/settings-form.tsx'
import { pagePath } from '../../team-pages.ts'
import { findHookId } from './messages.ts'

interface Props {
  /** Identifies the state shown on this page. Publishing signs this state and nothing else. */
  readonly state: string
  readonly onDone: (published: PublishResponse) => void
}
export function PublishForm({ state, onDone }: Props) {
  const { teamId, keysReady } = useTeam()
  const missingRole = useMissingRole('author')
  const [note, setNote] = useState('')
  const [ring, setRing] = useState('all')
  const settings = useRolloutSettings(teamId).data
  const staged = useRollout(teamId).data?.staged
  const publish = useMutation({
    mutationFn: () => admin.publish({ teamId, note, state, ...toRing(ring) }),
    // Show what other members saved meanwhile, so that it can be reviewed before the next attempt.
    onError: () => refresh(teamId),
    onSuccess: async (published) => {
      onDone(published)
      setNote('')
      await Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  const running =
    staged?.state === 'running'
      ? `Revision ${staged.candidate} is being ${staged.stage === 'observe' ? 'observed' : 'rolled out'}. Finish or stop it on the overview first.`
      : undefined
  const unavailable = missingRole ?? running ?? (keysReady ? undefined : 'This team has no root key yet.')
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
          placeholder="Why you publish this revision; kept in the audit log"
          className="grow publish-note"
          maxLength={2000}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <NativeSelect
          label="Devices"
          size="xs"
          data={listRings(settings?.percentages ?? [], settings?.canaries ?? 0)}
          value={ring}
          onChange={({ currentTarget }) => setRing(currentTarget.value)}
        />
        <Action kind="main" icon={<IconSend size={14} />} pending={publish.isPending} unavailable={unavailable} submit>
          Sign and publish
        </Action>
      </div>
      {ring === 'observe' ? (
        <p className="words">
          New and changed hooks judge and record on all devices, and deny, ask and rewrite nothing. What is enforced now
          stays enforced. Settings cannot be observed.
        </p>
      ) : null}
      {running === undefined ? null : <p className="words">{running}</p>}
      <PublishError error={publish.error} />
    </Stack>
  )
}

/** With a link to the hook that caused the error. */
function PublishError({ error }: { readonly error: unknown }) {
  const { teamId } = useTeam()
  const id = error === null ? undefined : findHookId(errorMessage(error))
  return (
    <Problem error={error}>
      {id === undefined ? null : (
        <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'hooks', id)}>
          Open hook {id}
        </Anchor>
      )}
    </Problem>
  )
}
