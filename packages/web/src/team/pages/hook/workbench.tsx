/** The editor of one hook. A save is a new version; machines get it when it is published. */

import type { Hook } from '@hookline/team/wire'
import { Alert, Anchor, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Word } from '../../../kit/word.tsx'
import { isConflict } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { changeSaid, stateSaid, versionSaid } from '../hooks/said.ts'
import { Buttons } from './buttons.tsx'
import { faultsOf, firstForm, formOf, isSame } from './draft.ts'
import { Fields } from './fields.tsx'
import { Leaving } from './leaving.tsx'
import { Script } from './script.tsx'
import { Side } from './side.tsx'
import { useCheck } from './use-check.ts'
import { useSave } from './use-save.ts'

export function Workbench({ hook }: { readonly hook: Hook | undefined }) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  const lacks = useLacks('author')
  /** The version that is edited: what others save meanwhile does not change it under one's hands. */
  const [base, setBase] = useState(hook)
  const stored = base?.current === undefined ? firstForm : formOf(base.current)
  const [form, setForm] = useState(stored)
  const dirty = !isSame(form, stored)
  const check = useCheck(form)
  const begin = (from: Hook) => {
    setBase(from)
    if (from.current !== undefined) setForm(formOf(from.current))
  }
  const save = useSave(base, form, async (saved) => {
    begin(saved)
    await refresh(teamId)
    if (base === undefined)
      await navigate({ to: placeOf(teamId, 'hooks', saved.id), replace: true, ignoreBlocker: true })
  })
  const isDeleted = hook?.isDeleted === true
  const readOnly = lacks !== undefined || isDeleted
  const faults = faultsOf(form)
  const canSave = !readOnly && Object.keys(faults).length === 0 && (dirty || base === undefined)
  // From inside the editors as well.
  useHotkeys(
    [['mod+S', () => (canSave && !save.isPending ? save.mutate() : undefined), { preventDefault: true }]],
    [],
    true,
  )
  return (
    <Page
      title={form.scriptName === '' ? 'New hook' : form.scriptName}
      words={<Standing hook={hook} dirty={dirty} />}
      actions={
        <Buttons hook={hook} base={base} lacks={lacks} canSave={canSave} saving={save.isPending} onSave={save.mutate} />
      }
    >
      <Stack gap="sm" mb="sm">
        <Problem error={save.error}>
          {isConflict(save.error) && hook !== undefined ? (
            <Anchor component="button" type="button" size="sm" underline="always" onClick={() => begin(hook)}>
              Leave this draft and open the newer version
            </Anchor>
          ) : null}
        </Problem>
        {isDeleted ? (
          <Alert color="yellow" variant="light" py={8}>
            This hook was deleted. Machines lose it with the next revision.
          </Alert>
        ) : null}
      </Stack>
      <div className="bench-columns">
        <div className="bench-main">
          <Fields form={form} faults={faults} readOnly={readOnly} onChange={setForm} />
          <Script form={form} findings={check.data} readOnly={readOnly} onChange={setForm} />
        </div>
        <Side hook={hook} form={form} check={check} lacks={lacks} onRestored={begin} />
      </div>
      <Leaving dirty={dirty && !readOnly && !save.isPending} />
    </Page>
  )
}

function Standing({ hook, dirty }: { readonly hook: Hook | undefined; readonly dirty: boolean }) {
  const { teamId } = useTeam()
  if (hook === undefined) return <>Not saved yet. Nothing reaches a machine before it is published.</>
  const { word, tone } = stateSaid(hook)
  const change = changeSaid(hook)
  return (
    <>
      <Word tone={tone}>{word}</Word> · hook {String(hook.id)}, version {String(hook.current?.version ?? 0)} ·{' '}
      {versionSaid(hook)}
      {change === undefined ? null : (
        <>
          {' · '}
          <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'publish')}>
            not published: {change}
          </Anchor>
        </>
      )}
      {dirty ? <strong> · not saved</strong> : null}
    </>
  )
}
