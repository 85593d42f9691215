/** Pauses all hooks of the team, or one of them, on every device. */
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../kit/action.tsx'
import { ViewerModal } from '../../kit/viewer-modal.tsx'
import { admin } from '../api.ts'
import { useHooks } from '../hooks.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'

const durations = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
]

export function PauseButton() {
  const missingRole = useMissingRole('author')
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Action icon={<IconPlayerPause size={14} />} unavailable={missingRole} onPress={open}>
        Pause hooks
      </Action>
      <ViewerModal opened={isOpen} onClose={close} title="Pause hooks on every device" size="md">
        <PauseForm onDone={close} />
      </ViewerModal>
    </>
  )
}

function PauseForm({ onDone }: { readonly onDone: () => void }) {
  const { teamId } = useTeam()
  const published = useHooks(teamId).data?.hooks.filter(({ publishedVersion }) => publishedVersion > 0n) ?? []
  const [hook, setHook] = useState('0')
  const [minutes, setMinutes] = useState('60')
  const [reason, setReason] = useState('')
  const pause = useMutation({
    mutationFn: () => admin.pauseHooks({ teamId, hookId: BigInt(hook), minutes: Number(minutes), reason }),
    onSuccess: async () => {
      onDone()
      await refresh(teamId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') pause.mutate()
  }
  const choices = published
    .filter(({ current }) => current?.kind !== 'settings')
    .map(({ id, current }) => ({ value: String(id), label: `${current?.scriptName} (hook ${id})` }))
  return (
    <Stack gap="sm" component="form" onSubmit={submit}>
      <Text size="sm">
        Devices skip these hooks until the pause ends by itself. People see the reason wherever a hook does not run.
      </Text>
      <NativeSelect
        label="Hooks"
        size="xs"
        data={[{ value: '0', label: 'All hooks of the team' }, ...choices]}
        value={hook}
        onChange={({ currentTarget }) => setHook(currentTarget.value)}
      />
      <NativeSelect
        label="For"
        size="xs"
        data={durations}
        value={minutes}
        onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
      />
      <TextInput
        label="Reason"
        size="xs"
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Problem error={pause.error} />
      <Group gap="xs" justify="flex-end">
        <Action onPress={onDone}>Cancel</Action>
        <Action
          kind="danger"
          pending={pause.isPending}
          unavailable={reason.trim() === '' ? 'Enter a reason first.' : undefined}
          submit
        >
          Pause
        </Action>
      </Group>
    </Stack>
  )
}
