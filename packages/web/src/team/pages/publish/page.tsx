/** Publishing: what would change on machines, then one revision, signed. Below it, the revisions there were. */
import './publish.css'
import type { Hook, PublishResponse } from '@hookline/team/wire'
import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Empty } from '../../../kit/states.tsx'
import { counted } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useHooks } from '../../hooks.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { Change } from './change.tsx'
import { NoRoot } from './no-root.tsx'
import { Revisions } from './revisions.tsx'

export function PublishPage() {
  const { teamId, keysReady } = useTeam()
  const query = useHooks(teamId)
  const [done, setDone] = useState<PublishResponse>()
  return (
    <Page
      title="Publish"
      words="Drafts and switches become the next revision, signed; machines fetch it within half an hour."
    >
      {keysReady ? null : <NoRoot />}
      {done === undefined ? null : <Done done={done} />}
      <Asked query={query} loading="Comparing">
        {({ hooks, revision, state }) => (
          <Drafts
            changed={hooks.filter(({ hasChanges }) => hasChanges)}
            revision={revision}
            state={state}
            onDone={setDone}
          />
        )}
      </Asked>
      <Revisions />
    </Page>
  )
}

interface DraftsProps {
  readonly changed: readonly Hook[]
  readonly revision: bigint
  /** Of what is shown: publishing signs this and nothing else. */
  readonly state: string
  readonly onDone: (done: PublishResponse) => void
}
function Drafts({ changed, revision, state, onDone }: DraftsProps) {
  if (changed.length === 0)
    return (
      <Empty title="Machines have everything.">
        <Text size="sm" c="dimmed">
          {revision === 0n ? 'There is no hook to publish yet.' : `Nothing changed since revision ${revision}.`}
        </Text>
      </Empty>
    )
  return (
    <section aria-labelledby="changes" className="part">
      <Title order={2} id="changes">
        {counted(changed.length, 'hook changes', 'hooks change')}
      </Title>
      <PublishForm state={state} onDone={onDone} />
      <ul className="change-list">
        {changed.map((hook) => (
          <Change key={String(hook.id)} hook={hook} isOpen={changed.length <= 3} />
        ))}
      </ul>
    </section>
  )
}

function PublishForm({ state, onDone }: Pick<DraftsProps, 'state' | 'onDone'>) {
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
  return (
    <Stack gap="sm" my="sm">
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
        <Action
          kind="main"
          icon={<IconSend size={14} />}
          pending={publish.isPending}
          unavailable={lacks ?? (keysReady ? undefined : 'The team has no root key yet.')}
          onPress={publish.mutate}
        >
          Sign and publish
        </Action>
      </div>
      <Problem error={publish.error} />
    </Stack>
  )
}

const Done = ({ done: { revision, hooks } }: { readonly done: PublishResponse }) => (
  <Alert color="green" variant="light" py={8} mb="sm" role="status">
    Revision {String(revision)} is out, with {counted(hooks, 'hook')}. Machines have it with their next sync.
  </Alert>
)
