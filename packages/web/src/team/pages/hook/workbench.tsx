/** The editor of one hook. Each save creates a version, and devices receive it after publishing. */
import type { Hook } from '@hookline/team/wire'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useMissingRole, useTeam } from '../../me.ts'
import { Page } from '../../page.tsx'
import { refresh } from '../../queries.ts'
import { pagePath } from '../../team-pages.ts'
import { nameOf } from '../hooks/labels.ts'
import { Buttons } from './buttons.tsx'
import { isSendable, validateForm } from './draft.ts'
import { Fields } from './fields.tsx'
import { HookStatus } from './hook-status.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Notices } from './notices.tsx'
import { Script } from './script.tsx'
import { SidePanel } from './side-panel.tsx'
import { useCheck } from './use-check.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'

export function Workbench({ hook }: { readonly hook: Hook | undefined }) {
  const draft = useDraft(hook)
  const { form, base, dirty } = draft
  const missingRole = useMissingRole('author')
  const check = useCheck(form)
  const save = useSaving(draft)
  const readOnly = missingRole !== undefined || hook?.isDeleted === true
  // Show no errors in an untouched form.
  const errors = dirty || base !== undefined ? validateForm(form) : {}
  const saveBlocked = saveBlocker(draft)
  useSaveKey(() => (readOnly || saveBlocked !== undefined || save.isPending ? undefined : save.mutate()))
  return (
    <Page
      title={form.scriptName.trim() === '' ? (hook === undefined ? 'New hook' : nameOf(hook)) : form.scriptName}
      description={<HookStatus hook={hook} dirty={dirty} />}
      actions={
        <Buttons
          hook={hook}
          missingRole={missingRole}
          saveBlocked={saveBlocked}
          saving={save.isPending}
          onSave={save.mutate}
        />
      }
    >
      <Notices hook={hook} draft={draft} error={save.error} onResolved={save.reset} />
      <div className="bench-columns">
        <div className="bench-main">
          <Fields form={form} errors={errors} readOnly={readOnly} onChange={draft.change} />
          <Script form={form} findings={check.data} readOnly={readOnly} onChange={draft.change} />
        </div>
        <SidePanel
          hook={hook}
          form={form}
          dirty={dirty}
          check={check}
          missingRole={missingRole}
          onRestored={draft.load}
        />
      </div>
      <LeaveGuard dirty={dirty && !readOnly && !save.isPending} />
    </Page>
  )
}

/** Why the draft cannot be saved, as a message; undefined: it can. */
function saveBlocker({ form, base, dirty }: Draft): string | undefined {
  if (validateForm(form).scriptName !== undefined) return 'Enter a script name first.'
  if (!isSendable(form)) return 'Fix the errors in the settings first.'
  return dirty || base === undefined ? undefined : 'There are no changes to save.'
}

function useSaving({ form, base, load }: Draft) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  return useSave(base, form, async (saved) => {
    load(saved)
    await refresh(teamId)
    if (base === undefined)
      await navigate({ to: pagePath(teamId, 'hooks', saved.id), replace: true, ignoreBlocker: true })
  })
}

/** The shortcut also works inside the editors. */
const useSaveKey = (save: () => void): void => useHotkeys([['mod+S', save, { preventDefault: true }]], [], true)
