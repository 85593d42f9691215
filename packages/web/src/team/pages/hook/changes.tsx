/** The difference between the published version and the form. */
import type { Hook } from '@hookline/team/wire'
import { DiffView } from '../../../kit/diff-view.tsx'
import { useVersion } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { type Form, isSendable, toDraft, toText } from './draft.ts'

export function Changes({ hook, form }: { readonly hook: Hook | undefined; readonly form: Form }) {
  if (hook === undefined || hook.publishedVersion === 0n)
    return <p className="side-words">This hook is not published yet, so all of it is new.</p>
  if (!isSendable(form)) return <p className="side-words">Fix the errors in the settings first.</p>
  return <Difference hook={hook} form={form} />
}

function Difference({ hook, form }: { readonly hook: Hook; readonly form: Form }) {
  const { teamId } = useTeam()
  const published = useVersion(teamId, hook.id, hook.publishedVersion)
  return (
    <QueryResult query={published} loading="Loading the published version">
      {(version) => {
        const before = toText(version ?? undefined)
        const after = toText(toDraft(form))
        return before === after ? (
          <p className="side-words">No changes since the published version {String(hook.publishedVersion)}.</p>
        ) : (
          <>
            <p className="side-words">
              Changes from the published version {String(hook.publishedVersion)} to this draft.
            </p>
            <DiffView before={before} after={after} label="Changes of this draft" language="script" />
          </>
        )
      }}
    </QueryResult>
  )
}
