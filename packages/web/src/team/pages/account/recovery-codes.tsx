/** How many recovery codes are left, and a button that replaces them. */
import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { formatCount } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { meKey, queries } from '../../queries.ts'
import { useConfirmation } from './confirmation.tsx'

interface Props {
  readonly left: number
  readonly onCodes: (codes: readonly string[]) => void
}
export function RecoveryCodes({ left, onCodes }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { confirmation, clear, fields } = useConfirmation()
  const renew = useMutation({
    mutationFn: () => accounts.createRecoveryCodes(confirmation),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      clear()
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
        <Stack gap="xs" mt="sm">
          {fields}
        </Stack>
        <Problem error={renew.error} />
      </Confirm>
    </Text>
  )
}
