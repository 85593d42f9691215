/** Notices above the editor: a failed save, a newer version, a deleted hook. */
import type { Hook } from '@hookline/team/wire'
import { Alert, Stack } from '@mantine/core'
import { isConflict, isSignedOut } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { Conflict, RebasedNotice } from './conflict.tsx'
import type { Draft } from './use-draft.ts'

interface Props {
  readonly hook: Hook | undefined
  readonly draft: Draft
  readonly error: unknown
  /** The user resolved the conflict. */
  readonly onResolved: () => void
}
export function Notices({ hook, draft, error, onResolved }: Props) {
  const { base, rebasedOn, form } = draft
  const newer = hook?.current?.version === base?.current?.version ? undefined : hook
  const resolve = (apply: (from: Hook) => void) => (from: Hook) => {
    apply(from)
    onResolved()
  }
  return (
    <Stack gap="sm" mb="sm">
      {isConflict(error) ? (
        <Conflict error={error} newer={newer} onOpen={resolve(draft.load)} onKeep={resolve(draft.rebaseOn)} />
      ) : (
        // An ended session has its own dialog over the page.
        <Problem error={isSignedOut(error) ? undefined : error} />
      )}
      {rebasedOn === undefined ? null : <RebasedNotice newer={rebasedOn} form={form} />}
      {hook?.isDeleted === true ? (
        <Alert color="yellow" variant="light" py={8}>
          This hook is deleted. The next revision removes it from all devices.
        </Alert>
      ) : null}
    </Stack>
  )
}
