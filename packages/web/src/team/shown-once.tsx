/** A secret that is shown only once, with its purpose and a copy button. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { Action } from '../kit/action.tsx'
import { CopyTextButton } from '../kit/copy.tsx'
import { PlainText } from '../kit/plain-text.tsx'

interface Props {
  readonly title: string
  readonly description: string
  readonly value: string
  /** "Copy command" */
  readonly copyLabel: string
  readonly onClose: () => void
}
export const ShownOnce = ({ title, description, value, copyLabel, onClose }: Props) => (
  <Alert variant="light" title={title} role="status" my="sm">
    <Stack gap="xs">
      <Text size="sm">{description}</Text>
      <PlainText label={title} text={value} />
      <Group gap="xs">
        <CopyTextButton value={value} label={copyLabel} />
        <Action onPress={onClose}>Done</Action>
      </Group>
    </Stack>
  </Alert>
)
