/** The frame around every page: the team, the navigation, and the state of the connection. */
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { usePageKeys } from '../kit/keys.ts'
import { KeysHelp } from '../kit/keys-help.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { keys } from './keys.ts'
import { useMe } from './me.ts'
import { PagesBar } from './pages-bar.tsx'
import { PersonMenu, TeamSwitch } from './person-menu.tsx'
import { pagePath, teamPages } from './team-pages.ts'

/** The team in the address, or the first team if the address has none. */
function useCurrentTeam() {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  return data?.teams.find(({ teamId }) => teamId === team) ?? (team === undefined ? data?.teams[0] : undefined)
}

export function Frame() {
  const current = useCurrentTeam()
  const navigate = useNavigate()
  const [help, { open, close }] = useDisclosure(false)
  const digits = teamPages.map(
    ({ digit, name }): HotkeyItem => [
      digit,
      () => (current === undefined ? undefined : void navigate({ to: pagePath(current.teamId, name) })),
    ],
  )
  usePageKeys([['shift+?', open], ['?', open], ...digits])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top team-top">
        <Link to="/" className="brand" aria-label="Hookline: go to hooks">
          <img src="/icon.svg" alt="" width={20} height={20} />
          <span>Hookline</span>
        </Link>
        <PagesBar teamId={current?.teamId} />
        <Group gap={4} wrap="nowrap" className="team-tools">
          <TeamSwitch current={current} />
          <SchemeSwitch />
          <HelpButton onPress={open} />
          <PersonMenu />
        </Group>
      </header>
      <ConnectionNotice />
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
