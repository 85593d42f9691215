/** What machines have, and what they would get of this form. */
import type { Hook } from '@hookline/team/wire'
import { DiffView } from '../../../kit/diff-view.tsx'
import { useVersion } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Asked } from '../../page.tsx'
import { asText, draftOf, type Form, isReadable } from './draft.ts'

export function Changes({ hook, form }: { readonly hook: Hook | undefined; readonly form: Form }) {
  if (hook === undefined || hook.publishedVersion === 0n)
    return <p className="side-words">No machine has this hook yet: all of it is new.</p>
  if (!isReadable(form)) return <p className="side-words">A field of the settings is wrong.</p>
  return <Difference hook={hook} form={form} />
}

function Difference({ hook, form }: { readonly hook: Hook; readonly form: Form }) {
  const { teamId } = useTeam()
  const published = useVersion(teamId, hook.id, hook.publishedVersion)
  return (
    <Asked query={published} loading="Reading the version machines have">
      {(had) => {
        const before = asText(had ?? undefined)
        const after = asText(draftOf(form))
        return before === after ? (
          <p className="side-words">As machines have it: version {String(hook.publishedVersion)}.</p>
        ) : (
          <>
            <p className="side-words">
              From version {String(hook.publishedVersion)}, which machines have, to this draft.
            </p>
            <DiffView before={before} after={after} label="What would change" language="script" />
          </>
        )
      }}
    </Asked>
  )
}
