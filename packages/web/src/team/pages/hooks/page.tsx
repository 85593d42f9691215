/** The hooks of the team: their state, their systems, and what is published. */
import './hooks.css'
import type { ListHooksResponse } from '@hookline/team/wire'
import { Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { Empty } from '../../../kit/states.tsx'
import { formatAgo, formatCount } from '../../../kit/text.ts'
import { useHooks } from '../../hooks.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { HookList } from './hook-list.tsx'

export function HooksPage() {
  const { teamId } = useTeam()
  const query = useHooks(teamId)
  return (
    <Page title="Hooks" description={<Summary data={query.data} />} actions={<Actions data={query.data} />}>
      <QueryResult query={query} loading="Loading hooks">
        {({ hooks }) => (hooks.length === 0 ? <NoHooks /> : <HookList hooks={hooks} />)}
      </QueryResult>
    </Page>
  )
}

function Summary({ data }: { readonly data: ListHooksResponse | undefined }) {
  if (data === undefined) return null
  const { hooks, revision, publishedAt } = data
  const count = formatCount(hooks.length, 'hook')
  if (publishedAt === '') return <>{count}. Nothing is published yet.</>
  return (
    <>
      {count}. Revision {String(revision)} was published {formatAgo(publishedAt)}.
    </>
  )
}

function Actions({ data }: { readonly data: ListHooksResponse | undefined }) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  const missingRole = useMissingRole('author')
  const openNew = () => void navigate({ to: pagePath(teamId, 'hooks', 'new') })
  useHotkeys([['n', () => (missingRole === undefined ? openNew() : undefined)]])
  const changes = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return (
    <>
      {changes === 0 ? null : (
        <Button
          component={Link}
          to={pagePath(teamId, 'publish')}
          variant="default"
          size="compact-sm"
          leftSection={<IconSend size={14} />}
        >
          {`Publish ${formatCount(changes, 'change')}`}
        </Button>
      )}
      <Action kind="main" icon={<IconPlus size={14} />} unavailable={missingRole} onPress={openNew}>
        New hook
      </Action>
    </>
  )
}

const NoHooks = () => (
  <Empty title="This team has no hooks yet.">
    <Text size="sm" c="dimmed">
      A hook runs before or after an action of a coding agent, on every enrolled device: a ready-made pack, a rule, or a
      script of yours. Create the first hook here, or publish a directory of hooks with{' '}
      <code>hookline team publish</code>.
    </Text>
  </Empty>
)
