/** Asks devices what the packs and rules of the drafts would have denied over their own logs, and shows the counts. */
import '../rollout/rollout.css'
import type { Preview, PreviewResponse } from '@hookline/team/wire'
import { Group, Title } from '@mantine/core'
import { IconChartBar, IconHandStop } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../kit/action.tsx'
import { reveal } from '../../kit/reveal.ts'
import { admin } from '../api.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'
import { describeHookCount, describeImpact, hasHookCounts, listNotes } from './labels.ts'

interface PreviewPartProps {
  /** The drafts that this page shows. */
  readonly state: string
}
export function PreviewPart({ state }: PreviewPartProps) {
  const { teamId, keysReady } = useTeam()
  const missingRole = useMissingRole('author')
  const { data } = useQuery<PreviewResponse>({
    queryKey: [teamId, 'preview'],
    queryFn: ({ signal }) => admin.getPreview({ teamId }, { signal }),
    refetchInterval: 5000,
  })
  const ask = useMutation({
    mutationFn: () => admin.askPreview({ teamId, state }),
    onSuccess: () => refresh(teamId),
  })
  const isAsking = data?.preview?.state === 'asking'
  return (
    <section aria-labelledby="preview" className="part">
      <Title order={2} id="preview" mt="lg" mb="xs">
        Impact preview
      </Title>
      <p className="words">
        Devices judge the changed packs and rules over their own logs of the last 7 days. Nothing of them runs. A device
        sends how many calls would have been denied or asked, and for each hook only the order of magnitude.
      </p>
      <Group gap="xs" mt="xs">
        <Action
          icon={<IconChartBar size={14} />}
          pending={ask.isPending}
          unavailable={missingRole ?? (keysReady ? undefined : 'This team has no root key yet.')}
          onPress={ask.mutate}
        >
          Ask devices
        </Action>
        {isAsking ? <EndButton /> : null}
      </Group>
      <Problem error={ask.error} />
      {data?.preview === undefined ? null : <Impact preview={data.preview} />}
    </section>
  )
}

/** What devices have answered stays on the page, so that this needs no confirmation. */
function EndButton() {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('author')
  const end = useMutation({
    mutationFn: () => admin.endPreview({ teamId }),
    onSuccess: () => refresh(teamId),
  })
  return (
    <>
      <Action
        icon={<IconHandStop size={14} />}
        pending={end.isPending}
        unavailable={missingRole}
        hint="Devices that have not answered yet are no longer asked. The counts stay."
        onPress={end.mutate}
      >
        End preview
      </Action>
      <Problem error={end.error} />
    </>
  )
}

const Impact = ({ preview }: { readonly preview: Preview }) => (
  <>
    <p role="status">
      <strong>{describeImpact(preview)}</strong>
    </p>
    {listNotes(preview).map((note) => (
      <p className="words" key={note}>
        {note}
      </p>
    ))}
    {hasHookCounts(preview) ? <HookCounts preview={preview} /> : null}
  </>
)

const HookCounts = ({ preview }: { readonly preview: Preview }) => (
  <table className="rollout-rates">
    <caption className="unseen">What each changed hook would have done</caption>
    <thead>
      <tr>
        <th scope="col">Hook</th>
        <th scope="col">Would have denied</th>
        <th scope="col">Would have asked</th>
        <th scope="col">Could not be judged</th>
      </tr>
    </thead>
    <tbody>
      {preview.hooks.map(({ hookId, name, denies, asks, unjudged }) => (
        <tr key={String(hookId)}>
          <th scope="row">{name === '' ? `hook ${hookId}` : reveal(name)}</th>
          <td>{describeHookCount(denies)}</td>
          <td>{describeHookCount(asks)}</td>
          <td>{describeHookCount(unjudged)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
