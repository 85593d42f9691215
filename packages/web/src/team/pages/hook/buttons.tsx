/** The buttons to save, activate and delete a hook. */

import type { Hook } from '@hookline/team/wire'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceFloppy, IconPower, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'
import { pagePath } from '../../team-pages.ts'
import { nameOf } from '../hooks/labels.ts'

interface Props {
  readonly hook: Hook | undefined
  readonly missingRole: string | undefined
  /** Why the form cannot be saved; undefined: it can. */
  readonly saveBlocked: string | undefined
  readonly saving: boolean
  readonly onSave: () => void
}
export function Buttons({ hook, missingRole, saveBlocked, saving, onSave }: Props) {
  const deleted = hook?.isDeleted === true ? 'This hook is deleted.' : undefined
  const unavailable = missingRole ?? deleted
  return (
    <>
      {hook === undefined ? null : (
        <>
          <DeleteButton hook={hook} unavailable={unavailable} />
          <ActivateButton hook={hook} unavailable={unavailable} />
        </>
      )}
      <Action
        kind="main"
        icon={<IconDeviceFloppy size={14} />}
        pending={saving}
        unavailable={unavailable ?? saveBlocked}
        hint="Saves a new version. Devices receive it after you publish."
        onPress={onSave}
      >
        Save draft
      </Action>
    </>
  )
}

interface HookButtonProps {
  readonly hook: Hook
  readonly unavailable: string | undefined
}
function ActivateButton({ hook, unavailable }: HookButtonProps) {
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
        hint="Takes effect with the next published revision."
        onPress={change.mutate}
      >
        {hook.isActive ? 'Deactivate' : 'Activate'}
      </Action>
    </>
  )
}

function DeleteButton({ hook, unavailable }: HookButtonProps) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  const [isConfirming, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => admin.deleteHook({ teamId, hookId: hook.id }),
    onSuccess: async () => {
      await navigate({ to: pagePath(teamId, 'hooks'), ignoreBlocker: true })
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
        opened={isConfirming}
        confirmLabel="Delete hook"
        pending={remove.isPending}
        onConfirm={remove.mutate}
        onClose={close}
      >
        The next published revision removes <strong>{nameOf(hook)}</strong> from all devices. Its versions stay in the
        history of the team, but you can no longer edit it.
        <Problem error={remove.error} />
      </Confirm>
    </>
  )
}
