/** What can be done to a hook: save, switch, delete. */

import type { Hook } from '@hookline/team/wire'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceFloppy, IconPower, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { nameOf } from '../hooks/said.ts'

interface Props {
  readonly hook: Hook | undefined
  readonly lacks: string | undefined
  /** Why it cannot be saved as it stands. */
  readonly cannot: string | undefined
  readonly saving: boolean
  readonly onSave: () => void
}
export function Buttons({ hook, lacks, cannot, saving, onSave }: Props) {
  const deleted = hook?.isDeleted === true ? 'This hook was deleted.' : undefined
  const unavailable = lacks ?? deleted
  return (
    <>
      {hook === undefined ? null : (
        <>
          <Delete hook={hook} unavailable={unavailable} />
          <Switch hook={hook} unavailable={unavailable} />
        </>
      )}
      <Action
        kind="main"
        icon={<IconDeviceFloppy size={14} />}
        pending={saving}
        unavailable={unavailable ?? cannot}
        hint="As a new version; machines get it when it is published."
        onPress={onSave}
      >
        Save draft
      </Action>
    </>
  )
}

interface OneProps {
  readonly hook: Hook
  readonly unavailable: string | undefined
}
function Switch({ hook, unavailable }: OneProps) {
  const { teamId } = useTeam()
  const change = useMutation({
    mutationFn: () => admin.setHookActive({ teamId, hookId: hook.id, isActive: !hook.isActive }),
    onSuccess: (changed) => {
      queries.setQueryData([teamId, 'hook', String(hook.id)], changed)
      return refresh(teamId)
    },
  })
  return (
    <>
      <Problem error={change.error} />
      <Action
        icon={<IconPower size={14} />}
        pending={change.isPending}
        unavailable={unavailable}
        hint="With the next revision that is published."
        onPress={change.mutate}
      >
        {hook.isActive ? 'Deactivate' : 'Activate'}
      </Action>
    </>
  )
}

function Delete({ hook, unavailable }: OneProps) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  const [asks, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => admin.deleteHook({ teamId, hookId: hook.id }),
    onSuccess: async () => {
      await navigate({ to: placeOf(teamId, 'hooks'), ignoreBlocker: true })
      await refresh(teamId)
    },
  })
  return (
    <>
      <Action kind="danger" icon={<IconTrash size={14} />} unavailable={unavailable} onPress={open}>
        Delete
      </Action>
      <Confirm
        title="Delete this hook?"
        opened={asks}
        confirmLabel="Delete it"
        pending={remove.isPending}
        onConfirm={remove.mutate}
        onClose={close}
      >
        <strong>{nameOf(hook)}</strong> goes from every machine with the next revision that is published. Its versions
        stay in the team's history; it cannot be edited any more.
        <Problem error={remove.error} />
      </Confirm>
    </>
  )
}
