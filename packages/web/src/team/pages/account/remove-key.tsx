/** Removes a security key, after the user has entered the password. */
import type { SecurityKey } from '@hookline/team/wire'
import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { accounts } from '../../api.ts'
import { setMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { useConfirmation } from './confirmation.tsx'

export function RemoveKey({ securityKey: { id, name } }: { readonly securityKey: SecurityKey }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { confirmation, fields } = useConfirmation()
  const remove = useMutation({
    mutationFn: () => accounts.removeKey({ keyId: id, ...confirmation }),
    onSuccess: setMe,
  })
  return (
    <>
      <Action kind="danger" icon={<IconTrash size={14} />} onPress={open}>
        Remove
      </Action>
      <Confirm
        title="Remove this security key?"
        opened={isOpen}
        confirmLabel="Remove key"
        pending={remove.isPending}
        onConfirm={remove.mutate}
        onClose={close}
      >
        You can no longer sign in with <strong>{name}</strong>.
        <Stack gap="xs" mt="sm">
          {fields}
        </Stack>
        <Problem error={remove.error} />
      </Confirm>
    </>
  )
}
