/** The editor of one hook. A save is a new version; machines get it when it is published. */
import type { Hook } from '@hookline/team/wire'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useLacks, useTeam } from '../../me.ts'
import { Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { refresh } from '../../queries.ts'
import { nameOf } from '../hooks/said.ts'
import { Buttons } from './buttons.tsx'
import { faultsOf, isReadable } from './draft.ts'
import { Fields } from './fields.tsx'
import { Leaving } from './leaving.tsx'
import { Notices } from './notices.tsx'
import { Script } from './script.tsx'
import { Side } from './side.tsx'
import { Standing } from './standing.tsx'
import { useCheck } from './use-check.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'

export function Workbench({ hook }: { readonly hook: Hook | undefined }) {
  const draft = useDraft(hook)
  const { form, base, dirty } = draft
  const lacks = useLacks('author')
  const check = useCheck(form)
  const save = useSaving(draft)
  const readOnly = lacks !== undefined || hook?.isDeleted === true
  // An empty form is not wrong before anything was typed into it.
  const faults = dirty || base !== undefined ? faultsOf(form) : {}
  const cannot = whyNot(draft)
  useSaveKey(() => (readOnly || cannot !== undefined || save.isPending ? undefined : save.mutate()))
  return (
    <Page
      title={form.scriptName.trim() === '' ? (hook === undefined ? 'New hook' : nameOf(hook)) : form.scriptName}
      words={<Standing hook={hook} dirty={dirty} />}
      actions={<Buttons hook={hook} lacks={lacks} cannot={cannot} saving={save.isPending} onSave={save.mutate} />}
    >
      <Notices hook={hook} draft={draft} error={save.error} onAnswered={save.reset} />
      <div className="bench-columns">
        <div className="bench-main">
          <Fields form={form} faults={faults} readOnly={readOnly} onChange={draft.change} />
          <Script form={form} findings={check.data} readOnly={readOnly} onChange={draft.change} />
        </div>
        <Side hook={hook} form={form} dirty={dirty} check={check} lacks={lacks} onRestored={draft.begin} />
      </div>
      <Leaving dirty={dirty && !readOnly && !save.isPending} />
    </Page>
  )
}

/** Why it cannot be saved, in words; undefined: it can. */
function whyNot({ form, base, dirty }: Draft): string | undefined {
  if (faultsOf(form).scriptName !== undefined) return 'The script has no name yet.'
  if (!isReadable(form)) return 'A field of the settings is wrong.'
  return dirty || base === undefined ? undefined : 'There is nothing to save.'
}

function useSaving({ form, base, begin }: Draft) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  return useSave(base, form, async (saved) => {
    begin(saved)
    await refresh(teamId)
    if (base === undefined)
      await navigate({ to: placeOf(teamId, 'hooks', saved.id), replace: true, ignoreBlocker: true })
  })
}

/** From inside the editors as well. */
const useSaveKey = (save: () => void): void => useHotkeys([['mod+S', save, { preventDefault: true }]], [], true)
