/** The page of one hook: settings, script, checks, trial, changes and history. */
import './hook.css'
import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { Empty } from '../../../kit/states.tsx'
import { isNotFound } from '../../api.ts'
import { useHook } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { Workbench } from './workbench.tsx'

export function HookPage() {
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { hook: id = '' } = useParams({ strict: false }) as { readonly hook?: string }
  if (id === 'new') return <Workbench key="new" hook={undefined} />
  return /^[1-9]\d{0,14}$/.test(id) ? <Existing key={id} id={id} /> : <NoHook />
}

function Existing({ id }: { readonly id: string }) {
  const { teamId } = useTeam()
  const query = useHook(teamId, id)
  if (query.data !== undefined) return <Workbench hook={query.data} />
  if (query.error !== null && isNotFound(query.error)) return <NoHook />
  return (
    <Page title="Hook">
      <QueryResult query={query} loading="Loading the hook">
        {() => null}
      </QueryResult>
    </Page>
  )
}

function NoHook() {
  const { teamId } = useTeam()
  return (
    <Page title="Hook">
      <Empty title="Hook not found">
        <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'hooks')}>
          Go to hooks
        </Anchor>
      </Empty>
    </Page>
  )
}
