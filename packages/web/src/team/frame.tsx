/** The frame around every page: the team, the navigation, and the state of the connection. */

import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { usePageKeys } from '../kit/keys/keys.ts'
import { type Keys, KeysHelp } from '../kit/keys/keys-help.tsx'
import { Notice } from '../kit/notice.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { isUnavailable } from './api.ts'
import { useHooks } from './hooks.ts'
import { PauseNotice } from './incidents/pause-notice.tsx'
import { useMe } from './me.ts'
import { useOpenAlarms } from './pages/alarms/use-alarms.ts'
import { PersonMenu, TeamSwitch } from './person-menu.tsx'
import { pagePath, teamPages } from './team-pages.ts'

/** The team in the address, or the first team if the address has none. */
function useCurrentTeam() {
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  return data?.teams.find(({ teamId }) => teamId === team) ?? (team === undefined ? data?.teams[0] : undefined)
}

export function Frame() {
  const current = useCurrentTeam()
  // Without access there is nothing to show and nothing to ask for.
  const accessible = current?.needsSecondFactor === true ? undefined : current
  const navigate = useNavigate()
  const [help, { open, close }] = useDisclosure(false)
  const digits = teamPages.map(
    ({ digit, name }): HotkeyItem => [
      digit,
      () => (accessible === undefined ? undefined : void navigate({ to: pagePath(accessible.teamId, name) })),
    ],
  )
  usePageKeys([['shift+?', open], ['?', open], ...digits])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top team-top">
        <Link to="/" className="brand" aria-label="Hookline: go to the overview">
          <img src="/icon.svg" alt="" width={20} height={20} />
          <span>Hookline</span>
        </Link>
        <PagesBar teamId={accessible?.teamId} />
        <Group gap={4} wrap="nowrap" className="team-tools">
          <TeamSwitch current={current} />
          <SchemeSwitch />
          <HelpButton onPress={open} />
          <PersonMenu />
        </Group>
      </header>
      <ConnectionNotice />
      {accessible === undefined ? null : <PauseNotice teamId={accessible.teamId} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <main id="main" className="page" tabIndex={0}>
        <Outlet />
      </main>
      <KeysHelp keys={keys} size="md" opened={help} onClose={close} />
    </div>
  )
}

const HelpButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Tooltip label="Keyboard shortcuts (?)">
    <ActionIcon variant="subtle" color="gray" onClick={onPress} aria-label="Keyboard shortcuts" className="wide-only">
      <IconHelp size={17} />
    </ActionIcon>
  </Tooltip>
)

/** A notice that the server cannot be reached, so the data on the page may be outdated. */
function ConnectionNotice() {
  const { error, refetch, isFetching } = useMe()
  if (error === null || !isUnavailable(error)) return null
  return (
    <Notice color="yellow">
      Cannot reach the server. Retrying… The data on this page may be outdated.{' '}
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Retry now
      </Button>
    </Notice>
  )
}

/** The keyboard shortcuts of the dashboard. */
const keys: Keys = [
  [teamPages.map(({ digit }) => digit), teamPages.map(({ label }) => label).join(', ')],
  [['/'], 'search hooks'],
  [['n'], 'new hook (on the Hooks page)'],
  [['Ctrl', 'S'], 'save draft'],
  [['Ctrl', 'Enter'], 'try draft'],
  [['?'], 'show this list'],
]

/** Empty without a team. */
const PagesBar = ({ teamId }: { readonly teamId: string | undefined }) => (
  <nav aria-label="Pages" className="places">
    {teamId === undefined ? null : teamPages.map((page) => <PageLink key={page.name} {...page} teamId={teamId} />)}
  </nav>
)

type PageLinkProps = (typeof teamPages)[number] & { readonly teamId: string }
function PageLink({ name, label, icon: Icon, teamId }: PageLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const names = name === 'devices' ? ['devices', 'codes', 'alarms'] : [name]
  const isCurrent = names.some((each) => path.startsWith(pagePath(teamId, each)))
  return (
    <Link
      to={pagePath(teamId, name)}
      className="place"
      data-here={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {name === 'publish' ? <UnpublishedCount teamId={teamId} /> : null}
      {name === 'devices' ? <AlarmCount teamId={teamId} /> : null}
    </Link>
  )
}

function AlarmCount({ teamId }: { readonly teamId: string }) {
  const count = useOpenAlarms(teamId).data?.openAlarms ?? 0
  return count === 0 ? null : (
    <span className="count">
      {count}
      <span className="unseen"> open alarms</span>
    </span>
  )
}

function UnpublishedCount({ teamId }: { readonly teamId: string }) {
  const { data } = useHooks(teamId)
  const count = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return count === 0 ? null : (
    <span className="count count-calm">
      {count}
      <span className="unseen"> not published yet</span>
    </span>
  )
}
