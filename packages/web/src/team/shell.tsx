/** The frame of every page: signed in or not, which team, where one can go, whether the server is there. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { Link, Navigate, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageKeys } from '../kit/keys.ts'
import { KeysHelp } from '../kit/keys-help.tsx'
import { Notice } from '../kit/notice.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { Empty, Loading } from '../kit/states.tsx'
import { isAway, wordsOf } from './api.ts'
import { useHooks } from './hooks.ts'
import { keys } from './keys.ts'
import { useMe } from './me.ts'
import { Door } from './pages/sign-in/door.tsx'
import { SignInPage } from './pages/sign-in/page.tsx'
import { PersonMenu, TeamSwitch } from './person-menu.tsx'
import { placeOf, places } from './places.ts'

/** Who is not signed in signs in where they are, and then sees the page they asked for. */
export function SignedIn() {
  const { data, error, isFetching, refetch } = useMe()
  if (data === null) return <SignInPage />
  if (data !== undefined) return <Frame />
  if (error === null) return <Loading what="One moment" />
  return (
    <Door title={isAway(error) ? 'The server does not answer' : 'This did not work'} words={wordsOf(error)}>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Door>
  )
}

function Frame() {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  const known = data?.teams.find(({ teamId }) => teamId === team) ?? (team === undefined ? data?.teams[0] : undefined)
  const navigate = useNavigate()
  const [help, { open, close }] = useDisclosure(false)
  const digits = places.map(
    ({ digit, name }): HotkeyItem => [
      digit,
      () => (known === undefined ? undefined : void navigate({ to: placeOf(known.teamId, name) })),
    ],
  )
  usePageKeys([['shift+?', open], ['?', open], ...digits])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top team-top">
        <Link to="/" className="brand" aria-label="Hookline, to the hooks">
          <img src="/icon.svg" alt="" width={20} height={20} />
          <span>Hookline</span>
        </Link>
        <nav aria-label="Pages" className="places">
          {known === undefined
            ? null
            : places.map((place) => <Place key={place.name} {...place} teamId={known.teamId} />)}
        </nav>
        <Group gap={4} wrap="nowrap" className="team-tools">
          <TeamSwitch known={known} />
          <SchemeSwitch />
          <Tooltip label="Keyboard (?)">
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={open}
              aria-label="Keyboard shortcuts"
              className="wide-only"
            >
              <IconHelp size={17} />
            </ActionIcon>
          </Tooltip>
          <PersonMenu />
        </Group>
      </header>
      <Away />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <main id="main" className="page" tabIndex={0}>
        <Outlet />
      </main>
      <KeysHelp keys={keys} size="md" opened={help} onClose={close} />
    </div>
  )
}

type PlaceProps = (typeof places)[number] & { readonly teamId: string }
function Place({ name, label, icon: Icon, teamId }: PlaceProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const under = name === 'devices' ? ['devices', 'codes'] : [name]
  const here = under.some((one) => path.startsWith(placeOf(teamId, one)))
  return (
    <Link
      to={placeOf(teamId, name)}
      className="place"
      data-here={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {name === 'publish' ? <Changes teamId={teamId} /> : null}
    </Link>
  )
}

function Changes({ teamId }: { readonly teamId: string }) {
  const { data } = useHooks(teamId)
  const count = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return count === 0 ? null : (
    <span className="count count-calm">
      {count}
      <span className="unseen"> not published yet</span>
    </span>
  )
}

/** The server, or its database, is away: what is on the page may be old. */
function Away() {
  const { error, refetch, isFetching } = useMe()
  if (error === null || !isAway(error)) return null
  return (
    <Notice color="yellow">
      The server does not answer; trying again. What you see is what it said last.{' '}
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </Notice>
  )
}

export function FirstTeam() {
  const { data } = useMe()
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const first = data?.teams.find(({ teamId }) => teamId === team) ?? data?.teams[0]
  if (first !== undefined) return <Navigate to={placeOf(first.teamId, 'hooks')} replace />
  return (
    <Empty title="You are in no team.">
      <Words>An owner of a team can invite you: they get a link for you under Members.</Words>
    </Empty>
  )
}

/** What is not of one's own team does not exist. */
export function TeamFrame() {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  if (data?.teams.some(({ teamId }) => teamId === team)) return <Outlet />
  return (
    <Empty title="There is no such page.">
      <Words>Or it belongs to a team that you are not in.</Words>
    </Empty>
  )
}

const Words = ({ children }: { readonly children: ReactNode }) => <p className="words">{children}</p>
