/** Rolls back to an older revision with two clicks: the button, and the confirmation that shows what changes. */
import type { RollbackResponse } from '@hookline/team/wire'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../kit/action.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { reveal } from '../../kit/reveal.ts'
import { admin } from '../api.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'
import { describeRollbackChange } from './labels.ts'

interface Props {
  /** The revision to go back to. 0: the newest one with other hooks than the current one. */
  readonly to: bigint
  /** The current revision, if the page shows it. */
  readonly current?: bigint
}
export function RollbackButton({ to, current = 0n }: Props) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('author')
  const [isOpen, { open, close }] = useDisclosure(false)
  const preview = useQuery<RollbackResponse>({
    queryKey: [teamId, 'rollback', String(to), String(current)],
    queryFn: ({ signal }) => admin.rollback({ teamId, revision: to, current, preview: true }, { signal }),
    enabled: isOpen,
  })
  const target = preview.data?.to ?? to
  const rollback = useMutation({
    mutationFn: () => admin.rollback({ teamId, revision: target, current }),
    onSuccess: async () => {
      close()
      await refresh(teamId)
    },
  })
  return (
    <>
      <Action icon={<IconArrowBackUp size={14} />} unavailable={missingRole} onPress={open}>
        Roll back
      </Action>
      <Confirm
        title={target === 0n ? 'Roll back?' : `Roll back to revision ${target}?`}
        opened={isOpen}
        confirmLabel="Roll back"
        pending={rollback.isPending}
        onConfirm={rollback.mutate}
        onClose={close}
      >
        <p className="words">
          Devices get the hooks of that revision again, as a new signed revision. The drafts change with it.
        </p>
        <Changes preview={preview.data} />
        <Problem error={rollback.error ?? preview.error} />
      </Confirm>
    </>
  )
}

const Changes = ({ preview }: { readonly preview: RollbackResponse | undefined }) => (
  <ul className="rollback-changes" aria-label="Changes">
    {preview?.changes.map((change) => (
      <li key={String(change.hookId)}>
        <strong>{reveal(change.scriptName)}</strong> {describeRollbackChange(change)}
      </li>
    ))}
  </ul>
)
