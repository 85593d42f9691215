/** A team without a root key: nothing can be signed before its owner has made one, off the server. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { CopyTextButton } from '../../../kit/copy.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'

export function NoRoot() {
  const command = `hookline team keygen ${location.origin}`
  return (
    <Alert color="yellow" variant="light" title="This team has no root key yet" mb="md">
      <Stack gap="xs">
        <Text size="sm">
          Machines believe only what is signed under the team's root key, and that key never comes to the server. An
          owner makes it once, on a machine of their own:
        </Text>
        <PlainText label="The command that makes the key" text={command} />
        <Group>
          <CopyTextButton value={command} label="Copy the command" />
        </Group>
      </Stack>
    </Alert>
  )
}
