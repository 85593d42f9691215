/** Disables a hook for an hour, if the user may do that. */
import { IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import type { HooksPage, StoryRun } from '../../../wire/panel.ts'
import { post } from '../../api.ts'
import { readOnlyText } from '../../command.ts'
import { useHealth } from '../../health.ts'

const HOUR_MS = 3_600_000

export function DisableAction({ run }: { readonly run: StoryRun }) {
  const queries = useQueryClient()
  const { data: health } = useHealth()
  const disable = useMutation({
    mutationFn: () => post<HooksPage>('/api/hooks/disable', { id: run.hookId, forMs: HOUR_MS }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const unavailable = !run.canDisable
    ? 'This hook is managed by your organisation or team, or is no longer configured. It cannot be disabled here.'
    : health?.write === true
      ? undefined
      : readOnlyText()
  return (
    <>
      <Action
        icon={<IconPlayerStop size={14} />}
        unavailable={disable.isSuccess ? 'This hook is disabled for an hour.' : unavailable}
        pending={disable.isPending}
        onPress={() => disable.mutate()}
      >
        {disable.isSuccess ? 'Disabled for an hour' : 'Disable for an hour'}
      </Action>
      {disable.error === null ? null : (
        <span role="alert" className="tone-deny">
          {disable.error.message}
        </span>
      )}
    </>
  )
}
