/** Chooses a device as one of those that get a rollout first, or no longer. */
import type { Device } from '@hookline/team/wire'
import { IconFeather } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../kit/action.tsx'
import { admin } from '../api.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'

export function CanaryButton({ device }: { readonly device: Device }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const set = useMutation({
    mutationFn: () => admin.setCanary({ teamId, deviceId: device.id, isCanary: !device.isCanary }),
    onSuccess: () => refresh(teamId),
  })
  if (device.revoked) return null
  return (
    <span>
      <Action
        icon={<IconFeather size={14} />}
        unavailable={missingRole}
        hint="Canary devices get a rollout first."
        pending={set.isPending}
        onPress={set.mutate}
      >
        {device.isCanary ? 'Remove as canary' : 'Make canary'}
      </Action>
      <Problem error={set.error} />
    </span>
  )
}
