/** The editor of one hook. Each save creates a version, and devices receive it after publishing. */
import type { Finding, Hook } from '@hookline/team/wire'
import { Alert, Anchor, Stack } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { Confirm } from '../../../kit/confirm.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { admin, isConflict, isSignedOut } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Page } from '../../page.tsx'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { pagePath } from '../../team-pages.ts'
import { isUnsaved, useUnsaved } from '../../unsaved.ts'
import { hasFile } from '../hooks/kinds.ts'
import { describeChange, describePublished, describeState, nameOf } from '../hooks/labels.ts'
import { Buttons } from './buttons.tsx'
import { Config } from './config.tsx'
import { Conflict, RebasedNotice } from './conflict.tsx'
import { type Form, isSendable, toDraft, validateForm } from './draft.ts'
import { Fields } from './fields.tsx'
import { Script } from './script.tsx'
import { SidePanel } from './side-panel.tsx'
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
          <Fields form={form} errors={errors} readOnly={readOnly} isNew={base === undefined} onChange={draft.change} />
          {hasFile(form.kind) ? (
            <Script form={form} findings={check.data} readOnly={readOnly} onChange={draft.change} />
          ) : null}
          <Config form={form} error={errors.config} readOnly={readOnly} onChange={draft.change} />
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
  if (validateForm(form).scriptName !== undefined)
    return form.kind === 'pack' ? 'Choose a pack first.' : 'Enter a name first.'
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

/** The status line under the name of the hook. */
function HookStatus({ hook, dirty }: { readonly hook: Hook | undefined; readonly dirty: boolean }) {
  const { teamId } = useTeam()
  if (hook === undefined) return <>Not saved yet. Devices receive a hook only after you publish it.</>
  const { label, tone } = describeState(hook)
  const change = describeChange(hook)
  return (
    <>
      <StatusLabel tone={tone}>{label}</StatusLabel> · hook {String(hook.id)}, version{' '}
      {String(hook.current?.version ?? 0)} · {describePublished(hook)}
      {change === undefined ? null : (
        <>
          {' · '}
          <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'publish')}>
            not published: {change}
          </Anchor>
        </>
      )}
      {dirty ? <strong> · not saved</strong> : null}
    </>
  )
}

/** Asks before the user leaves a page with unsaved changes. */
function LeaveGuard({ dirty }: { readonly dirty: boolean }) {
  useUnsaved(dirty)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Confirm
      title="Discard unsaved changes?"
      opened={status === 'blocked'}
      confirmLabel="Discard changes"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      Your changes to this hook are not saved.
    </Confirm>
  )
}

/** Notices above the editor: a failed save, a newer version, a deleted hook. */
interface Props {
  readonly hook: Hook | undefined
  readonly draft: Draft
  readonly error: unknown
  /** The user resolved the conflict. */
  readonly onResolved: () => void
}
function Notices({ hook, draft, error, onResolved }: Props) {
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

/** The findings of the server's checks for the form, after the user stops typing. */
function useCheck(form: Form) {
  const { teamId } = useTeam()
  const [paused] = useDebouncedValue(form, 350)
  return useQuery<readonly Finding[]>({
    queryKey: [teamId, 'check', JSON.stringify(paused)],
    queryFn: async ({ signal }) => (await admin.checkHook({ teamId, draft: toDraft(paused) }, { signal })).findings,
    enabled: isSendable(paused),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
