/** Why a device refused the last update, if it did. The hooks from before stay in force on it. */
import { Alert, Stack, Text } from '@mantine/core'
import { PlainText } from '../../../kit/plain-text.tsx'

export function RefusedUpdate({ refused }: { readonly refused: string }) {
  if (refused === '') return null
  return (
    <Alert color="red" variant="light" title="This device refused the last update" mb="md">
      <Stack gap="xs">
        <Text size="sm">
          Its earlier hooks stay in force. On the device, <code>hookline team status</code> shows more, and{' '}
          <code>hookline team sync</code> tries again.
        </Text>
        <PlainText label="Reason" text={refused} />
      </Stack>
    </Alert>
  )
}
