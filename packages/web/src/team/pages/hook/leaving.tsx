/** Asks before a draft that is not saved is left behind. */
import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../../kit/confirm.tsx'
import { isUnsaved, useUnsaved } from '../../unsaved.ts'

export function Leaving({ dirty }: { readonly dirty: boolean }) {
  useUnsaved(dirty)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Confirm
      title="Leave the draft?"
      opened={status === 'blocked'}
      confirmLabel="Leave it"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      What you changed in this hook is not saved.
    </Confirm>
  )
}
