/** Saves the form as the next version of the hook it is based on. */
import type { Hook } from '@hookline/team/wire'
import { useMutation } from '@tanstack/react-query'
import { admin, isConflict } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { queries, refresh } from '../../queries.ts'
import { type Form, toDraft } from './draft.ts'

export function useSave(base: Hook | undefined, form: Form, onSaved: (hook: Hook) => Promise<void>) {
  const { teamId } = useTeam()
  return useMutation<Hook, unknown, void>({
    mutationFn: () =>
      admin.saveHook({
        teamId,
        hookId: base?.id ?? 0n,
        basedOn: base?.current?.version ?? 0n,
        draft: toDraft(form),
      }),
    onSuccess: async (hook) => {
      queries.setQueryData([teamId, 'hook', String(hook.id)], hook)
      await onSaved(hook)
    },
    onError: async (thrown) => {
      if (isConflict(thrown)) await refresh(teamId)
    },
  })
}
