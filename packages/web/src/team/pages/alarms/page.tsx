/** Guards that went quiet, and where alarms are sent. */
import '../devices/devices.css'
import './alarms.css'
import type { Alarm, AlarmSettings } from '@hookline/team/wire'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page, PagedList, QueryResult } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { usePages } from '../../use-pages.ts'
import { describeAlarm, describeTimes } from './labels.ts'
import { AlarmSettingsForm } from './settings-form.tsx'
import { useOpenAlarms } from './use-alarms.ts'

export function AlarmsPage() {
  const { teamId } = useTeam()
  const open = useOpenAlarms(teamId)
  return (
    <Page
      title="Alarms"
      description={
        <>
          An alarm is about a device that was guarded and no longer is, or a rollout that stopped by itself.{' '}
          <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'devices')}>
            View devices
          </Anchor>
        </>
      }
    >
      <QueryResult query={open} loading="Loading alarms">
        {({ alarms }) =>
          alarms.length === 0 ? <Text size="sm">There are no open alarms.</Text> : <AlarmList alarms={alarms} />
        }
      </QueryResult>
      <Settings />
      <Earlier />
    </Page>
  )
}

const AlarmList = ({ alarms }: { readonly alarms: readonly Alarm[] }) => (
  <ul className="team-list">
    {alarms.map((alarm) => (
      <AlarmRow key={alarm.id} alarm={alarm} />
    ))}
  </ul>
)

function AlarmRow({ alarm }: { readonly alarm: Alarm }) {
  const { teamId } = useTeam()
  const isOpen = alarm.resolvedAt === ''
  return (
    <li className="alarm-line team-row">
      <StatusLabel tone={isOpen ? 'deny' : 'plain'}>{isOpen ? 'Open' : 'Resolved'}</StatusLabel>
      <span className="team-cell">
        {alarm.deviceId === '' ? (
          <Anchor component={Link} size="sm" fw={600} underline="hover" to={pagePath(teamId, 'overview')}>
            Rollout
          </Anchor>
        ) : (
          <Anchor
            component={Link}
            size="sm"
            fw={600}
            underline="hover"
            to={pagePath(teamId, 'devices', alarm.deviceId)}
          >
            {reveal(alarm.deviceName)}
          </Anchor>
        )}
        <span>{reveal(describeAlarm(alarm))}</span>
      </span>
      <span className="team-small">{describeTimes(alarm)}</span>
    </li>
  )
}

function Settings() {
  const { teamId } = useTeam()
  const query = useQuery<AlarmSettings>({
    queryKey: [teamId, 'alarm-settings'],
    queryFn: ({ signal }) => admin.getAlarmSettings({ teamId }, { signal }),
  })
  return (
    <section aria-labelledby="alarm-settings" className="part">
      <Title order={2} id="alarm-settings" mt="lg" mb="xs">
        Where to send alarms
      </Title>
      <QueryResult query={query} loading="Loading settings">
        {(settings) => <AlarmSettingsForm settings={settings} />}
      </QueryResult>
    </section>
  )
}

function Earlier() {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'alarms', 'resolved'], async (before, signal) => {
    const { alarms, next } = await admin.listAlarms({ teamId, limit: 50, before }, { signal })
    return { rows: alarms, next }
  })
  return (
    <section aria-labelledby="earlier" className="part">
      <Title order={2} id="earlier" mt="lg" mb="xs">
        Earlier alarms
      </Title>
      <PagedList
        pages={pages}
        loading="Loading earlier alarms"
        empty={
          <Text size="sm" c="dimmed">
            There were none in the last 90 days.
          </Text>
        }
      >
        {(alarms) => <AlarmList alarms={alarms} />}
      </PagedList>
    </section>
  )
}
