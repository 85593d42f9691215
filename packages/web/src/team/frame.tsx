/** What stands around every page: which team, where one can go, whether the server is there. */
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { usePageKeys } from '../kit/keys.ts'
import { KeysHelp } from '../kit/keys-help.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { Away } from './away.tsx'
import { keys } from './keys.ts'
import { useMe } from './me.ts'
import { PagesBar } from './pages-bar.tsx'
import { PersonMenu, TeamSwitch } from './person-menu.tsx'
import { placeOf, places } from './places.ts'

/** The team of the address; where the address names none, the first. */
function useKnownTeam() {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  return data?.teams.find(({ teamId }) => teamId === team) ?? (team === undefined ? data?.teams[0] : undefined)
}

export function Frame() {
  const known = useKnownTeam()
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
        <PagesBar teamId={known?.teamId} />
        <Group gap={4} wrap="nowrap" className="team-tools">
          <TeamSwitch known={known} />
          <SchemeSwitch />
          <HelpButton onPress={open} />
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

const HelpButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Tooltip label="Keyboard (?)">
    <ActionIcon variant="subtle" color="gray" onClick={onPress} aria-label="Keyboard shortcuts" className="wide-only">
      <IconHelp size={17} />
    </ActionIcon>
  </Tooltip>
)
