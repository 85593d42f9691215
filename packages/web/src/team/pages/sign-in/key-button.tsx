/** Signs in with a security key, after the password was right. */
import type { Me } from '@hookline/team/wire'
import { Button, Divider } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { readKey } from '../../security-key.ts'

interface Props {
  readonly options: string
  readonly onSignedIn: (me: Me) => void
  /** Asks for a new challenge: each of them works once. */
  readonly onRetry: () => void
}
export function KeyButton({ options, onSignedIn, onRetry }: Props) {
  const use = useMutation({
    mutationFn: async () => accounts.finishSignIn({ assertion: await readKey(options) }),
    onSuccess: onSignedIn,
  })
  return (
    <>
      <Button
        leftSection={<IconKey size={16} />}
        loading={use.isPending}
        onClick={() => (use.isError ? onRetry() : use.mutate())}
      >
        {use.isError ? 'Try the security key again' : 'Use a security key'}
      </Button>
      <Problem error={use.error} />
      <Divider label="or with a code" />
    </>
  )
}
