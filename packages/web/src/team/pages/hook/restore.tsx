/** An earlier version becomes the newest; a draft in the form is not overwritten without a question. */
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
  const [asks, { open, close }] = useDisclosure(false)
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
        unavailable={unavailable ?? (hook.isDeleted ? 'This hook was deleted.' : undefined)}
        hint="As the newest version; what is saved is not lost."
        onPress={() => (dirty ? open() : restore.mutate())}
      >
        {`Restore version ${version}`}
      </Action>
      {asks ? null : <Problem error={restore.error} />}
      <Confirm
        title="Restore over your draft?"
        opened={asks}
        confirmLabel="Restore it"
        pending={restore.isPending}
        onConfirm={restore.mutate}
        onClose={close}
      >
        What you changed in this hook is not saved. It is lost when version {String(version)} takes its place.
        <Problem error={restore.error} />
      </Confirm>
    </Group>
  )
}
