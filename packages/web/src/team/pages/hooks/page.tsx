/** The team's hooks: how each stands, for whom, and what machines have of it. */
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
import { useLacks, useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { HookList } from './hook-list.tsx'

export function HooksPage() {
  const { teamId } = useTeam()
  const query = useHooks(teamId)
  return (
    <Page title="Hooks" words={<Summary data={query.data} />} actions={<Actions data={query.data} />}>
      <Asked query={query} loading="Reading the hooks">
        {({ hooks }) => (hooks.length === 0 ? <NoHooks /> : <HookList hooks={hooks} />)}
      </Asked>
    </Page>
  )
}

function Summary({ data }: { readonly data: ListHooksResponse | undefined }) {
  if (data === undefined) return null
  const { hooks, revision, publishedAt } = data
  const what = formatCount(hooks.length, 'hook')
  if (publishedAt === '') return <>{what}. Nothing is published yet.</>
  return (
    <>
      {what}. Revision {String(revision)} was published {formatAgo(publishedAt)}.
    </>
  )
}

function Actions({ data }: { readonly data: ListHooksResponse | undefined }) {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  const lacks = useLacks('author')
  const make = () => void navigate({ to: placeOf(teamId, 'hooks', 'new') })
  useHotkeys([['n', () => (lacks === undefined ? make() : undefined)]])
  const changes = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return (
    <>
      {changes === 0 ? null : (
        <Button
          component={Link}
          to={placeOf(teamId, 'publish')}
          variant="default"
          size="compact-sm"
          leftSection={<IconSend size={14} />}
        >
          {`Publish ${formatCount(changes, 'change')}`}
        </Button>
      )}
      <Action kind="main" icon={<IconPlus size={14} />} unavailable={lacks} onPress={make}>
        New hook
      </Action>
    </>
  )
}

const NoHooks = () => (
  <Empty title="This team has no hooks yet.">
    <Text size="sm" c="dimmed">
      A hook is a script that is asked before or after something an agent does, on every member's machine. Write the
      first one here, or publish a directory of them: hookline team publish.
    </Text>
  </Empty>
)
