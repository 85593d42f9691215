/** What is to be said above the editor: a save that was refused, a newer version, a hook that is gone. */
import type { Hook } from '@hookline/team/wire'
import { Alert, Stack } from '@mantine/core'
import { isConflict, isSignedOut } from '../../api.ts'
import { Problem } from '../../problem.tsx'
import { Conflict, OverNewer } from './conflict.tsx'
import type { Draft } from './use-draft.ts'

interface Props {
  readonly hook: Hook | undefined
  readonly draft: Draft
  readonly error: unknown
  /** The refusal is answered. */
  readonly onAnswered: () => void
}
export function Notices({ hook, draft, error, onAnswered }: Props) {
  const { base, over, form } = draft
  const newer = hook?.current?.version === base?.current?.version ? undefined : hook
  const answer = (does: (from: Hook) => void) => (from: Hook) => {
    does(from)
    onAnswered()
  }
  return (
    <Stack gap="sm" mb="sm">
      {isConflict(error) ? (
        <Conflict error={error} newer={newer} onOpen={answer(draft.begin)} onKeep={answer(draft.putOn)} />
      ) : (
        // A session that ended has its own words, over the page.
        <Problem error={isSignedOut(error) ? undefined : error} />
      )}
      {over === undefined ? null : <OverNewer newer={over} form={form} />}
      {hook?.isDeleted === true ? (
        <Alert color="yellow" variant="light" py={8}>
          This hook was deleted. Machines lose it with the next revision.
        </Alert>
      ) : null}
    </Stack>
  )
}
