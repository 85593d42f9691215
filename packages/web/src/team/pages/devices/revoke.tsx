/** Revokes a device, after a confirmation. */
import type { Device } from '@hookline/team/wire'
import { useDisclosure } from '@mantine/hooks'
import { IconPlugOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'

export function Revoke({ device }: { readonly device: Device }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const [isConfirming, { open, close }] = useDisclosure(false)
  const revoke = useMutation({
    mutationFn: () => admin.revokeDevice({ teamId, deviceId: device.id }),
    onSuccess: async () => {
      close()
      await refresh(teamId)
    },
  })
  if (device.revoked) return <span />
  return (
    <span className="device-do">
      <Action kind="danger" icon={<IconPlugOff size={14} />} unavailable={missingRole} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this device?"
        opened={isConfirming}
        confirmLabel="Revoke device"
        pending={revoke.isPending}
        onConfirm={revoke.mutate}
        onClose={close}
      >
        <strong>{device.name}</strong> receives no further revisions, and removes the team's hooks with its next sync.
        To rejoin, it must enrol again.
        <Problem error={revoke.error} />
      </Confirm>
    </span>
  )
}
