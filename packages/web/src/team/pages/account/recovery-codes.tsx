/** How many recovery codes are left, and a button that replaces them. */
import { PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { formatCount } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { meKey, queries } from '../../queries.ts'

interface Props {
  readonly left: number
  readonly onCodes: (codes: readonly string[]) => void
}
export function RecoveryCodes({ left, onCodes }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [password, setPassword] = useState('')
  const renew = useMutation({
    mutationFn: () => accounts.createRecoveryCodes({ password }),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      setPassword('')
      close()
      void queries.invalidateQueries({ queryKey: meKey })
    },
  })
  return (
    <Text size="sm" mt="xs" component="div">
      {formatCount(left, 'recovery code')} left. <Action onPress={open}>Create new recovery codes</Action>
      <Confirm
        title="Create new recovery codes?"
        opened={isOpen}
        confirmLabel="Create codes"
        pending={renew.isPending}
        onConfirm={renew.mutate}
        onClose={close}
      >
        The old codes stop working.
        <PasswordInput
          mt="sm"
          size="xs"
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Problem error={renew.error} />
      </Confirm>
    </Text>
  )
}
