/** Asks for confirmation before an action that cannot be undone. */
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Action } from './action.tsx'
import { ViewerModal } from './viewer-modal.tsx'

interface ConfirmProps {
  readonly title: string
  readonly opened: boolean
  /** The label of the button. It names the action, not "OK". */
  readonly confirmLabel: string
  readonly pending?: boolean
  readonly children: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const Confirm = ({
  title,
  opened,
  confirmLabel,
  pending = false,
  children,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <ViewerModal opened={opened} onClose={onClose} title={title} size="md">
    <Stack gap="md">
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group gap="xs" justify="flex-end">
        <Action onPress={onClose}>Cancel</Action>
        <Action kind="danger" pending={pending} onPress={onConfirm}>
          {confirmLabel}
        </Action>
      </Group>
    </Stack>
  </ViewerModal>
)
