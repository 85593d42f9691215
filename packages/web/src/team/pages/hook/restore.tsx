/** Restores an earlier version as the newest, and asks before it replaces unsaved changes. */
import type { Hook, HookVersion } from '@hookline/team/wire'
import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRestore } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries, refresh } from '../../queries.ts'

interface Props {
  readonly hook: Hook
  readonly version: HookVersion
  readonly dirty: boolean
  readonly unavailable: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export function Restore({ hook, version: { version }, dirty, unavailable, onRestored }: Props) {
  const { teamId } = useTeam()
  const [isConfirming, { open, close }] = useDisclosure(false)
  const restore = useMutation({
    mutationFn: () => admin.restoreVersion({ teamId, hookId: hook.id, version }),
    onSuccess: async (restored) => {
      close()
      queries.setQueryData([teamId, 'hook', String(hook.id)], restored)
      onRestored(restored)
      await refresh(teamId)
    },
  })
  return (
    <Group gap="xs" mt="xs">
      <Action
        icon={<IconRestore size={14} />}
        pending={restore.isPending}
        unavailable={unavailable ?? (hook.isDeleted ? 'This hook is deleted.' : undefined)}
        hint="Creates a new version from this one. Saved versions stay."
        onPress={() => (dirty ? open() : restore.mutate())}
      >
        {`Restore version ${version}`}
      </Action>
      {isConfirming ? null : <Problem error={restore.error} />}
      <Confirm
        title="Replace your draft?"
        opened={isConfirming}
        confirmLabel="Replace draft"
        pending={restore.isPending}
        onConfirm={restore.mutate}
        onClose={close}
      >
        Your changes to this hook are not saved. They are lost when you restore version {String(version)}.
        <Problem error={restore.error} />
      </Confirm>
    </Group>
  )
}
