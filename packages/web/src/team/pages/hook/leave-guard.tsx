/** Asks before the user leaves a page with unsaved changes. */
import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../../kit/confirm.tsx'
import { isUnsaved, useUnsaved } from '../../unsaved.ts'

export function LeaveGuard({ dirty }: { readonly dirty: boolean }) {
  useUnsaved(dirty)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Confirm
      title="Discard unsaved changes?"
      opened={status === 'blocked'}
      confirmLabel="Discard changes"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      Your changes to this hook are not saved.
    </Confirm>
  )
}
