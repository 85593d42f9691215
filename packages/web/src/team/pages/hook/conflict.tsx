/** Shown when another member saved the hook meanwhile. Both ways to continue ask before they discard the draft. */
import type { Hook } from '@hookline/team/wire'
import { Alert, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { DiffView } from '../../../kit/diff-view.tsx'
import { errorMessage } from '../../api.ts'
import { type Form, isSendable, toDraft, toText } from './draft.ts'

interface ConflictProps {
  readonly error: unknown
  /** The stored hook; undefined until it is loaded. */
  readonly newer: Hook | undefined
  readonly onOpen: (newer: Hook) => void
  readonly onKeep: (newer: Hook) => void
}
export function Conflict({ error, newer, onOpen, onKeep }: ConflictProps) {
  const [isConfirming, { open, close }] = useDisclosure(false)
  return (
    <Alert color="red" variant="light" py={8} role="alert">
      {errorMessage(error)}
      {newer === undefined ? null : (
        <Group gap="xs" mt="xs">
          <Action onPress={() => onKeep(newer)}>Show the difference and keep mine as the next version</Action>
          <Action kind="danger" onPress={open}>
            Discard my draft and open the newer version
          </Action>
          <Confirm
            title="Discard this draft?"
            opened={isConfirming}
            confirmLabel="Discard draft"
            onConfirm={() => onOpen(newer)}
            onClose={close}
          >
            Your changes to this hook are not saved. They are lost when you open version{' '}
            {String(newer.current?.version)}.
          </Confirm>
        </Group>
      )}
    </Alert>
  )
}

/** Shows what saving the draft changes in the newer version. */
export function RebasedNotice({ newer, form }: { readonly newer: Hook; readonly form: Form }) {
  const { version = 0n, author = '' } = newer.current ?? {}
  return (
    <Alert color="yellow" variant="light" py={8} role="region" aria-label="On a newer version">
      <Stack gap="xs">
        <span role="status">
          Your draft is now based on version {String(version)} by {author}. Saving creates version{' '}
          {String(version + 1n)}. Lines marked as removed come from version {String(version)}. Copy the lines you want
          to keep into your draft.
        </span>
        {isSendable(form) ? (
          <DiffView
            before={toText(newer.current)}
            after={toText(toDraft(form))}
            label={`From version ${version} to your draft`}
            language="script"
          />
        ) : (
          <span>Fix the errors in the settings first.</span>
        )}
      </Stack>
    </Alert>
  )
}
