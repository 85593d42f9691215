/** Publishing: the changes of the next revision, the publish form, and the earlier revisions. */
import './publish.css'
import type { Hook, PublishResponse } from '@hookline/team/wire'
import { Alert, Title } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../kit/text.ts'
import { useHooks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { PreviewPart } from '../../preview/preview-part.tsx'
import { RolloutSettingsPart } from '../../rollout/settings-form.tsx'
import { Change } from './change.tsx'
import { MissingRootKey } from './missing-root-key.tsx'
import { NothingToPublish } from './nothing-to-publish.tsx'
import { PublishForm } from './publish-form.tsx'
import { Revisions } from './revisions.tsx'

export function PublishPage() {
  const { teamId, keysReady } = useTeam()
  const query = useHooks(teamId)
  const [published, setPublished] = useState<PublishResponse>()
  return (
    <Page
      title="Publish"
      description="Publishing signs all changes as the next revision. Devices with an active agent get it within 10 seconds, the others at their next event."
    >
      {keysReady ? null : <MissingRootKey />}
      {published === undefined ? null : <PublishedNotice published={published} />}
      <QueryResult query={query} loading="Loading changes">
        {({ hooks, revision, state }) => (
          <Drafts
            changed={hooks.filter(({ hasChanges }) => hasChanges)}
            revision={revision}
            state={state}
            onDone={setPublished}
          />
        )}
      </QueryResult>
      <RolloutSettingsPart />
      <Revisions />
    </Page>
  )
}

interface DraftsProps {
  readonly changed: readonly Hook[]
  readonly revision: bigint
  /** Identifies the state shown on this page. Publishing signs this state and nothing else. */
  readonly state: string
  readonly onDone: (published: PublishResponse) => void
}
function Drafts({ changed, revision, state, onDone }: DraftsProps) {
  if (changed.length === 0) return <NothingToPublish revision={revision} />
  return (
    <section aria-labelledby="changes" className="part">
      <Title order={2} id="changes">
        {formatCount(changed.length, 'changed hook')}
      </Title>
      <PublishForm state={state} onDone={onDone} />
      <PreviewPart state={state} />
      <ul className="change-list">
        {changed.map((hook) => (
          <Change key={String(hook.id)} hook={hook} isOpen={changed.length <= 3} />
        ))}
      </ul>
    </section>
  )
}

const PublishedNotice = ({ published: { revision, hooks } }: { readonly published: PublishResponse }) => (
  <Alert color="green" variant="light" py={8} mb="sm" role="status">
    Revision {String(revision)} is published with {formatCount(hooks, 'hook')}. The overview shows which devices have
    it.
  </Alert>
)
