/** Publishing: what would change on machines, then one revision, signed. Below it, the revisions there were. */
import './publish.css'
import type { Hook, PublishResponse } from '@hookline/team/wire'
import { Alert, Title } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../kit/text.ts'
import { useHooks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { Change } from './change.tsx'
import { NoDrafts } from './no-drafts.tsx'
import { NoRoot } from './no-root.tsx'
import { PublishForm } from './publish-form.tsx'
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
  if (changed.length === 0) return <NoDrafts revision={revision} />
  return (
    <section aria-labelledby="changes" className="part">
      <Title order={2} id="changes">
        {formatCount(changed.length, 'hook changes', 'hooks change')}
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

const Done = ({ done: { revision, hooks } }: { readonly done: PublishResponse }) => (
  <Alert color="green" variant="light" py={8} mb="sm" role="status">
    Revision {String(revision)} is out, with {formatCount(hooks, 'hook')}. Machines have it with their next sync.
  </Alert>
)
