/** The tabs beside the editor: checks, trial, changes and history. */

import type { Finding, Hook } from '@hookline/team/wire'
import { Tabs } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { DiffView } from '../../../kit/diff-view.tsx'
import { useVersion } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { Checks, describeChecks } from './checks.tsx'
import { type Form, isSendable, toDraft, toText } from './draft.ts'
import { History } from './history.tsx'
import { Trial } from './trial.tsx'

interface Props {
  readonly hook: Hook | undefined
  readonly form: Form
  /** The form has unsaved changes. */
  readonly dirty: boolean
  readonly check: UseQueryResult<readonly Finding[]>
  readonly missingRole: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export function SidePanel({ hook, form, dirty, check, missingRole, onRestored }: Props) {
  return (
    <Tabs defaultValue="checks" keepMounted={false} className="side">
      <Tabs.List>
        <Tabs.Tab value="checks">{describeChecks(check.data)}</Tabs.Tab>
        <Tabs.Tab value="try">Try</Tabs.Tab>
        <Tabs.Tab value="changes">Changes</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="checks">
        <Checks check={check} />
      </Tabs.Panel>
      <Tabs.Panel value="try">
        <Trial hookId={hook?.id ?? 0n} form={form} missingRole={missingRole} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <Changes hook={hook} form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History hook={hook} dirty={dirty} missingRole={missingRole} onRestored={onRestored} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The difference between the published version and the form. */
function Changes({ hook, form }: { readonly hook: Hook | undefined; readonly form: Form }) {
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
