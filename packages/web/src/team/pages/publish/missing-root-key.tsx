/** Shown for a team without a root key. An owner must create the key on their own device before anything can be signed. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { CopyTextButton } from '../../../kit/copy.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'

export function MissingRootKey() {
  const command = `hookline team keygen ${location.origin}`
  return (
    <Alert color="yellow" variant="light" title="This team has no root key yet" mb="md">
      <Stack gap="xs">
        <Text size="sm">
          Devices accept only hooks that are signed under the team's root key. The key never reaches the server. An
          owner creates it once, on their own device:
        </Text>
        <PlainText label="Command that creates the key" text={command} />
        <Group>
          <CopyTextButton value={command} label="Copy command" />
        </Group>
      </Stack>
    </Alert>
  )
}
