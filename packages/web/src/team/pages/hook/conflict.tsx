/** Somebody saved the hook while it was edited here: two ways on, and neither loses a word unasked. */
import type { Hook } from '@hookline/team/wire'
import { Alert, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { DiffView } from '../../../kit/diff-view.tsx'
import { wordsOf } from '../../api.ts'
import { asText, draftOf, type Form, isReadable } from './draft.ts'

interface ConflictProps {
  readonly error: unknown
  /** As it is stored now; undefined until it is read. */
  readonly newer: Hook | undefined
  readonly onOpen: (newer: Hook) => void
  readonly onKeep: (newer: Hook) => void
}
export function Conflict({ error, newer, onOpen, onKeep }: ConflictProps) {
  const [asks, { open, close }] = useDisclosure(false)
  return (
    <Alert color="red" variant="light" py={8} role="alert">
      {wordsOf(error)}
      {newer === undefined ? null : (
        <Group gap="xs" mt="xs">
          <Action onPress={() => onKeep(newer)}>Show the difference, keep mine as the next version</Action>
          <Action kind="danger" onPress={open}>
            Leave this draft and open the newer version
          </Action>
          <Confirm
            title="Leave this draft?"
            opened={asks}
            confirmLabel="Leave it"
            onConfirm={() => onOpen(newer)}
            onClose={close}
          >
            What you changed in this hook is not saved. It is lost when version {String(newer.current?.version)} is
            opened in its place.
          </Confirm>
        </Group>
      )}
    </Alert>
  )
}

/** The draft on a newer version: what saving would change there. */
export function OverNewer({ newer, form }: { readonly newer: Hook; readonly form: Form }) {
  const { version = 0n, author = '' } = newer.current ?? {}
  return (
    <Alert color="yellow" variant="light" py={8} role="region" aria-label="On a newer version">
      <Stack gap="xs">
        <span role="status">
          Your draft now stands on version {String(version)} by {author}: saving makes it version {String(version + 1n)}
          . Lines marked as removed are of version {String(version)}; take over into your draft what should stay.
        </span>
        {isReadable(form) ? (
          <DiffView
            before={asText(newer.current)}
            after={asText(draftOf(form))}
            label={`From version ${version} to your draft`}
            language="script"
          />
        ) : (
          <span>A field of the settings is wrong.</span>
        )}
      </Stack>
    </Alert>
  )
}
