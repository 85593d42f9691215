/** One hook: its settings and script, what the checks say, a trial, what would change, and its history. */
import './hook.css'
import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { Empty } from '../../../kit/states.tsx'
import { isMissing } from '../../api.ts'
import { useHook } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { Workbench } from './workbench.tsx'

export function HookPage() {
  const { hook: id = '' } = useParams({ strict: false }) as { readonly hook?: string }
  if (id === 'new') return <Workbench key="new" hook={undefined} />
  return /^[1-9]\d{0,14}$/.test(id) ? <Existing key={id} id={id} /> : <NoHook />
}

function Existing({ id }: { readonly id: string }) {
  const { teamId } = useTeam()
  const query = useHook(teamId, id)
  if (query.data !== undefined) return <Workbench hook={query.data} />
  if (query.error !== null && isMissing(query.error)) return <NoHook />
  return (
    <Page title="Hook">
      <Asked query={query} loading="Reading the hook">
        {() => null}
      </Asked>
    </Page>
  )
}

function NoHook() {
  const { teamId } = useTeam()
  return (
    <Page title="Hook">
      <Empty title="There is no such hook.">
        <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'hooks')}>
          To the hooks
        </Anchor>
      </Empty>
    </Page>
  )
}
