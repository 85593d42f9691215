/** The frame of every page: where one can go, how the hooks are, whether the panel is still there. */
import { ActionIcon, Anchor, Button, Code, Group, Text, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import {
  IconActivity,
  IconAlertTriangle,
  IconChartHistogram,
  IconFlask,
  IconHelp,
  IconListDetails,
} from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { usePageKeys } from '../kit/keys.ts'
import { KeysHelp } from '../kit/keys-help.tsx'
import { Notice } from '../kit/notice.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { Empty } from '../kit/states.tsx'
import { useDemo } from './demo.ts'
import { useHealth } from './health.ts'
import { keys } from './keys.ts'
import { begin, useRows } from './rows.ts'
import { TeamNotices } from './team-notice.tsx'

const places = [
  { to: '/', label: 'Now', digit: '1', icon: IconActivity },
  { to: '/hooks', label: 'Hooks', digit: '2', icon: IconListDetails },
  { to: '/problems', label: 'Problems', digit: '3', icon: IconAlertTriangle },
  { to: '/try', label: 'Try', digit: '4', icon: IconFlask },
  { to: '/stats', label: 'Stats', digit: '5', icon: IconChartHistogram },
] as const

export function Shell() {
  const navigate = useNavigate()
  const [help, { open, close }] = useDisclosure(false)
  usePageKeys([
    ['shift+?', open],
    ['?', open],
    ...places.map(({ digit, to }): HotkeyItem => [digit, () => void navigate({ to })]),
  ])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <Brand />
        <nav aria-label="Pages" className="places">
          {places.map((place) => (
            <Place key={place.to} {...place} />
          ))}
        </nav>
        <Group gap={4} wrap="nowrap" className="tools">
          <SchemeSwitch />
          <Tooltip label="Keyboard (?)">
            <ActionIcon variant="subtle" color="gray" onClick={open} aria-label="Keyboard shortcuts">
              <IconHelp size={17} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </header>
      <Page />
      <KeysHelp keys={keys} size="sm" opened={help} onClose={close} />
    </div>
  )
}

/** Without a token there is nothing that a page could show: it is said once. */
function Page() {
  const { state, rows, failed } = useRows()
  const locked = state === 'refused' && failed !== undefined && rows.length === 0
  return (
    <>
      <div className="banners">
        {locked ? null : <Banner />}
        {state === 'gone' || state === 'refused' ? null : <TeamNotices />}
      </div>
      <main id="main" className="page" tabIndex={-1}>
        {locked ? <Locked /> : <Outlet />}
      </main>
    </>
  )
}

const Locked = () => (
  <Empty isPage title="This address has no token, or an old one">
    <Text size="sm" c="dimmed" role="status">
      Open the address that <Code>hookline panel</Code> prints: the token is its end.
    </Text>
  </Empty>
)

function Brand() {
  return (
    <Link to="/" className="brand" aria-label="Hookline, to Now">
      <img src="/icon.svg" alt="" width={20} height={20} />
      <span>Hookline</span>
    </Link>
  )
}

type PlaceProps = (typeof places)[number]
function Place({ to, label, icon: Icon }: PlaceProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const here = to === '/' ? path === '/' || path.startsWith('/log/') : path.startsWith(to)
  const { data } = useHealth()
  const errors = to === '/problems' ? (data?.problems.errors ?? 0) : 0
  return (
    <Link to={to} className="place" data-here={here || undefined} aria-current={here ? 'page' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {errors === 0 ? null : <span className="count">{errors}</span>}
    </Link>
  )
}

/** The panel is away, or it was started anew with another token; or this is the demonstration. */
function Banner() {
  const { state, why } = useRows()
  const { data } = useHealth()
  const demo = useDemo()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (state === 'refused')
    return (
      <Notice color="red">
        {why ?? 'This address is no longer good.'} Open the one that <Code>hookline panel</Code> prints.
      </Notice>
    )
  if (state === 'gone')
    return (
      <Notice color="yellow">
        The panel does not answer; trying again. If it was ended: <Code>hookline panel</Code>{' '}
        <Button size="compact-xs" variant="default" onClick={() => void begin()}>
          Try now
        </Button>
      </Notice>
    )
  if (data?.demo === true)
    return (
      <Notice color="harbour">
        Demonstration: a scripted conversation through real hooks, in a workspace of its own. Nothing here is yours.{' '}
        {path === '/' ? null : (
          <Anchor size="sm" component={Link} to="/" mr={6}>
            See it happen
          </Anchor>
        )}
        <Button size="compact-xs" variant="default" loading={demo.isPending} onClick={() => demo.mutate(false)}>
          Leave it
        </Button>
      </Notice>
    )
  return null
}
