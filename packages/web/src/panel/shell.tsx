/** The frame of every page: navigation, notices and the state of the connection. */

import { ActionIcon, Anchor, Button, Code, Group, Text, Tooltip } from '@mantine/core'
import { type HotkeyItem, useDisclosure } from '@mantine/hooks'
import {
  IconActivity,
  IconAlertTriangle,
  IconChartHistogram,
  IconFlask,
  IconHelp,
  IconListDetails,
  IconShieldCheck,
} from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { usePageKeys } from '../kit/keys/keys.ts'
import { type Keys, KeysHelp } from '../kit/keys/keys-help.tsx'
import { Notice } from '../kit/notice.tsx'
import { SchemeSwitch } from '../kit/scheme-switch.tsx'
import { Empty } from '../kit/states.tsx'
import { typed } from './command.ts'
import { useDemo } from './demo.ts'
import { useHealth } from './health.ts'
import { loadRows, useRows } from './rows.ts'
import { TeamNotices } from './team-notice.tsx'

const pages = [
  { to: '/', label: 'Now', digit: '1', icon: IconActivity },
  { to: '/hooks', label: 'Hooks', digit: '2', icon: IconListDetails },
  { to: '/problems', label: 'Problems', digit: '3', icon: IconAlertTriangle },
  { to: '/try', label: 'Try', digit: '4', icon: IconFlask },
  { to: '/stats', label: 'Stats', digit: '5', icon: IconChartHistogram },
  { to: '/coverage', label: 'Coverage', digit: '6', icon: IconShieldCheck },
] as const

export function Shell() {
  const navigate = useNavigate()
  const [help, { open, close }] = useDisclosure(false)
  usePageKeys([
    ['shift+?', open],
    ['?', open],
    ...pages.map(({ digit, to }): HotkeyItem => [digit, () => void navigate({ to })]),
  ])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <Brand />
        <nav aria-label="Pages" className="places">
          {pages.map((page) => (
            <PageLink key={page.to} {...page} />
          ))}
        </nav>
        <Group gap={4} wrap="nowrap" className="tools">
          <SchemeSwitch />
          <Tooltip label="Keyboard shortcuts (?)">
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

/** Without a valid token no page can show anything, so the message replaces the page. */
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
  <Empty isPage title="This address has no valid token">
    <Text size="sm" c="dimmed" role="status">
      Open the full address that <Code>{typed('panel')}</Code> prints. It ends with the token.
    </Text>
  </Empty>
)

function Brand() {
  return (
    <Link to="/" className="brand" aria-label="Hookline: go to Now">
      <img src="/icon.svg" alt="" width={20} height={20} />
      <span>Hookline</span>
    </Link>
  )
}

type PageLinkProps = (typeof pages)[number]
function PageLink({ to, label, icon: Icon }: PageLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isCurrent = to === '/' ? path === '/' || path.startsWith('/log/') : path.startsWith(to)
  const { data } = useHealth()
  const errors = to === '/problems' ? (data?.problems.errors ?? 0) : 0
  return (
    <Link to={to} className="place" data-here={isCurrent || undefined} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {errors === 0 ? null : <span className="count">{errors}</span>}
    </Link>
  )
}

/** Reports a lost connection, a rejected token, or that this is the demo. */
function Banner() {
  const { state, why } = useRows()
  const { data } = useHealth()
  const demo = useDemo()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (state === 'refused')
    return (
      <Notice color="red">
        {why ?? 'This address is no longer valid.'} Open the address that <Code>{typed('panel')}</Code> prints.
      </Notice>
    )
  if (state === 'gone')
    return (
      <Notice color="yellow">
        Cannot reach the panel. Retrying… If it was stopped, run <Code>{typed('panel')}</Code>{' '}
        <Button size="compact-xs" variant="default" onClick={() => void loadRows()}>
          Retry now
        </Button>
      </Notice>
    )
  if (data?.demo === true)
    return (
      <Notice color="harbour">
        Demo: a scripted conversation with real hooks in a separate workspace. It does not use your files.{' '}
        {path === '/' ? null : (
          <Anchor size="sm" component={Link} to="/" mr={6}>
            Watch it
          </Anchor>
        )}
        <Button size="compact-xs" variant="default" loading={demo.isPending} onClick={() => demo.mutate(false)}>
          Exit demo
        </Button>
      </Notice>
    )
  return null
}

/** The keyboard shortcuts of the panel. */
const keys: Keys = [
  [['/'], 'search'],
  [['j', 'k'], 'next row, previous row'],
  [['Enter'], 'open row'],
  [['Esc'], 'close, or leave search'],
  [['p'], 'pause or resume'],
  [['1', '2', '3', '4', '5', '6'], 'Now, Hooks, Problems, Try, Stats, Coverage'],
  [['?'], 'show this list'],
]
