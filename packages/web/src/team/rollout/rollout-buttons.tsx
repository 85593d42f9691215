/** Begins the next stage of a rollout, or stops it. */
import type { StagedRollout } from '@hookline/team/wire'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowRight, IconHandStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../kit/action.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { ViewerModal } from '../../kit/viewer-modal.tsx'
import { admin } from '../api.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'
import { describeGoal } from './labels.ts'

export function AdvanceButton({ rollout }: { readonly rollout: StagedRollout }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('author')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { candidate, stageSince, nextPercent, nextStage } = rollout
  const advance = useMutation({
    mutationFn: () =>
      admin.advanceRollout({ teamId, candidate, stageSince, percent: nextPercent, all: nextStage === 'all' }),
    onSuccess: async () => {
      close()
      await refresh(teamId)
    },
  })
  const goal = describeGoal(rollout)
  return (
    <>
      <Action icon={<IconArrowRight size={14} />} unavailable={missingRole} onPress={open}>
        Advance
      </Action>
      <Confirm
        title={`Roll revision ${candidate} out to ${goal}?`}
        opened={isOpen}
        confirmLabel="Advance"
        pending={advance.isPending}
        onConfirm={advance.mutate}
        onClose={close}
      >
        <p className="words">Devices with an active agent get it within 10 seconds, the others at their next event.</p>
        <Problem error={advance.error} />
      </Confirm>
    </>
  )
}

export function StopButton({ rollout }: { readonly rollout: StagedRollout }) {
  const missingRole = useMissingRole('author')
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Action kind="danger" icon={<IconHandStop size={14} />} unavailable={missingRole} onPress={open}>
        Stop
      </Action>
      <ViewerModal opened={isOpen} onClose={close} title="Stop the rollout" size="md">
        <StopForm candidate={rollout.candidate} onDone={close} />
      </ViewerModal>
    </>
  )
}

function StopForm({ candidate, onDone }: { readonly candidate: bigint; readonly onDone: () => void }) {
  const { teamId } = useTeam()
  const [reason, setReason] = useState('')
  const stop = useMutation({
    mutationFn: () => admin.stopRollout({ teamId, candidate, reason }),
    onSuccess: async () => {
      onDone()
      await refresh(teamId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') stop.mutate()
  }
  return (
    <Stack gap="sm" component="form" onSubmit={submit}>
      <Text size="sm">All devices get the stable hooks again. The drafts stay, so that you can fix them.</Text>
      <TextInput
        label="Reason"
        size="xs"
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Problem error={stop.error} />
      <Group gap="xs" justify="flex-end">
        <Action onPress={onDone}>Cancel</Action>
        <Action
          kind="danger"
          pending={stop.isPending}
          unavailable={reason.trim() === '' ? 'Enter a reason first.' : undefined}
          submit
        >
          Stop rollout
        </Action>
      </Group>
    </Stack>
  )
}
