/** A secret that is shown this once: with what it is for, and a button that copies it. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { Action } from '../kit/action.tsx'
import { CopyTextButton } from '../kit/copy.tsx'
import { PlainText } from '../kit/plain-text.tsx'

interface Props {
  readonly title: string
  readonly words: string
  readonly value: string
  /** "Copy the command" */
  readonly copy: string
  readonly onClose: () => void
}
export const Once = ({ title, words, value, copy, onClose }: Props) => (
  <Alert variant="light" title={title} role="status" my="sm">
    <Stack gap="xs">
      <Text size="sm">{words}</Text>
      <PlainText label={title} text={value} />
      <Group gap="xs">
        <CopyTextButton value={value} label={copy} />
        <Action onPress={onClose}>I have it</Action>
      </Group>
    </Stack>
  </Alert>
)
