/** Asks once more before what cannot be taken back. */
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Action } from './action.tsx'
import { ViewerModal } from './viewer-modal.tsx'

interface ConfirmProps {
  readonly title: string
  readonly opened: boolean
  /** What the button says: the deed, not "OK". */
  readonly does: string
  readonly pending?: boolean
  readonly children: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const Confirm = ({ title, opened, does, pending = false, children, onConfirm, onClose }: ConfirmProps) => (
  <ViewerModal opened={opened} onClose={onClose} title={title} size="md">
    <Stack gap="md">
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group gap="xs" justify="flex-end">
        <Action onPress={onClose}>Cancel</Action>
        <Action kind="danger" pending={pending} onPress={onConfirm}>
          {does}
        </Action>
      </Group>
    </Stack>
  </ViewerModal>
)
