/** Asks before a draft that is not saved is left behind. */
import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../../kit/confirm.tsx'

export function Leaving({ dirty }: { readonly dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <Confirm
      title="Leave the draft?"
      opened={status === 'blocked'}
      does="Leave it"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      What you changed in this hook is not saved.
    </Confirm>
  )
}
