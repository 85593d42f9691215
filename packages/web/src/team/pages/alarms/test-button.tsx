/** Sends a test message with the stored settings, and shows whether it arrived. */
import { Alert } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'

const labels = { webhook: 'webhook', email: 'e-mail' } as const

interface TestButtonProps {
  readonly channel: keyof typeof labels
  readonly isSetUp: boolean
}
export function TestButton({ channel, isSetUp }: TestButtonProps) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const test = useMutation({ mutationFn: () => admin.testAlarm({ teamId, channel }) })
  const unavailable = missingRole ?? (isSetUp ? undefined : 'Enter the settings and save them first.')
  return (
    <>
      <Action
        icon={<IconSend size={14} />}
        pending={test.isPending}
        unavailable={unavailable}
        onPress={() => test.mutate()}
      >
        {`Send test ${labels[channel]}`}
      </Action>
      <Problem error={test.error} />
      {test.data === undefined ? null : (
        <Alert color={test.data.failure === '' ? 'green' : 'red'} variant="light" py={8} role="status">
          {test.data.failure === '' ? `The test ${labels[channel]} was sent.` : reveal(test.data.failure)}
        </Alert>
      )}
    </>
  )
}
