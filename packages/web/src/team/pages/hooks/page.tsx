/** The team's hooks: how each stands, for whom, and what machines have of it. */
import './hooks.css'
import type { Hook, ListHooksResponse } from '@hookline/team/wire'
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus, IconSearch, IconSend } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Empty } from '../../../kit/states.tsx'
import { ago, counted } from '../../../kit/text.ts'
import { Word } from '../../../kit/word.tsx'
import { useHooks } from '../../hooks.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { changeSaid, everything, shown, stateSaid, states, systemsSaid, versionSaid, type Wanted } from './said.ts'

export function HooksPage() {
  const { teamId } = useTeam()
  const query = useHooks(teamId)
  return (
    <Page title="Hooks" words={<Summary data={query.data} />} actions={<Actions data={query.data} />}>
      <Asked query={query} loading="Reading the hooks">
        {({ hooks }) => (hooks.length === 0 ? <NoHooks /> : <List hooks={hooks} />)}
      </Asked>
    </Page>
  )
}

function Summary({ data }: { readonly data: ListHooksResponse | undefined }) {
  if (data === undefined) return null
  const { hooks, revision, publishedAt } = data
  const what = counted(hooks.length, 'hook')
  if (publishedAt === '') return <>{what}. Nothing is published yet.</>
  return (
    <>
      {what}. Revision {String(revision)} was published {ago(publishedAt)}.
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
          {`Publish ${counted(changes, 'change')}`}
        </Button>
      )}
      <Action kind="main" icon={<IconPlus size={14} />} unavailable={lacks} onPress={make}>
        New hook
      </Action>
    </>
  )
}

function List({ hooks }: { readonly hooks: readonly Hook[] }) {
  const [wanted, setWanted] = useState(everything)
  const found = shown(hooks, wanted)
  const events = [...new Set(hooks.map(({ current }) => current?.hookStep ?? ''))].sort()
  return (
    <>
      <Filters wanted={wanted} events={events} onChange={setWanted} />
      {found.length === 0 ? (
        <Empty title="No hook is like that.">
          <Button size="xs" variant="default" onClick={() => setWanted(everything)}>
            Show all
          </Button>
        </Empty>
      ) : (
        <>
          <div className="team-line team-head" aria-hidden="true">
            <span>State</span>
            <span>Hook</span>
            <span>Event</span>
            <span>Systems</span>
            <span>Version</span>
          </div>
          <ul className="team-list">
            {found.map((hook) => (
              <Row key={String(hook.id)} hook={hook} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface FiltersProps {
  readonly wanted: Wanted
  readonly events: readonly string[]
  readonly onChange: (wanted: Wanted) => void
}
function Filters({ wanted, events, onChange }: FiltersProps) {
  const search = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => search.current?.focus()]])
  return (
    <Group gap="xs" mb="xs" className="team-filters">
      <TextInput
        ref={search}
        size="xs"
        aria-label="Search the hooks"
        placeholder="Search: name, event, matcher …   /"
        leftSection={<IconSearch size={14} />}
        value={wanted.text}
        onChange={({ currentTarget }) => onChange({ ...wanted, text: currentTarget.value })}
      />
      <Select
        size="xs"
        aria-label="Event"
        placeholder="Every event"
        clearable
        clearButtonProps={{ 'aria-label': 'Every event' }}
        data={[...events]}
        value={wanted.event}
        onChange={(event) => onChange({ ...wanted, event })}
      />
      <Select
        size="xs"
        aria-label="State"
        placeholder="Every state"
        clearable
        clearButtonProps={{ 'aria-label': 'Every state' }}
        data={[...states]}
        value={wanted.state}
        onChange={(state) => onChange({ ...wanted, state })}
      />
    </Group>
  )
}

function Row({ hook }: { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const { word, tone } = stateSaid(hook)
  const { current } = hook
  const change = changeSaid(hook)
  return (
    <li>
      <Link to={placeOf(teamId, 'hooks', hook.id)} className="team-line team-row">
        <span>
          <Word tone={tone}>{word}</Word>
        </span>
        <span className="team-cell">
          <span className="team-strong">{current?.scriptName}</span>
          <span className="team-small">
            hook {String(hook.id)}
            {current?.failClosed === true ? ' · fails closed' : ''}
          </span>
        </span>
        <span className="team-cell">
          <span>{current?.hookStep}</span>
          <span className="team-small mono">{current?.matcher ?? ''}</span>
        </span>
        <span className="team-cell">{systemsSaid(current?.operatingSystems ?? [])}</span>
        <span className="team-cell">
          <span>
            {change === undefined ? (
              `version ${current?.version}, published`
            ) : (
              <Word tone="ask" sign="±">
                {change}
              </Word>
            )}
          </span>
          {change === undefined ? null : <span className="team-small">{versionSaid(hook)}</span>}
        </span>
      </Link>
    </li>
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
