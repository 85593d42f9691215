/** The devices of the team: whether they are guarded, their revision and their last sync. */
import './devices.css'
import { Anchor, Button, Text } from '@mantine/core'
import { IconBell, IconTicket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reveal } from '../../../kit/reveal.ts'
import { Empty } from '../../../kit/states.tsx'
import { formatCount } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useHooks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { Page, PagedList } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { usePages } from '../../use-pages.ts'
import { CoverageBar, useCoverage } from './coverage-bar.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { DeviceList } from './device-list.tsx'
import { type DeviceSearch, useDeviceSearch } from './devices-link.tsx'
import { readSort } from './sort.ts'

export function DevicesPage() {
  const { teamId } = useTeam()
  const hooks = useHooks(teamId)
  const coverage = useCoverage(teamId)
  const [filters, change] = useDeviceSearch()
  const sort = readSort(filters.sort)
  const pages = usePages(
    [teamId, 'devices', ...Object.values(filters)],
    async (before, signal) => {
      const { devices, next, total } = await admin.listDevices(
        { teamId, limit: 100, before, ...filters, sort },
        { signal },
      )
      return { rows: devices, next, total }
    },
    { refetchInterval: 15_000, keepsRows: true },
  )
  const newest = hooks.data?.revision ?? 0n
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value !== '')
  return (
    <Page
      title="Devices"
      description={<Summary total={pages.first?.total} newest={newest} filters={filters} isFiltered={isFiltered} />}
      actions={
        <>
          <PageButton name="alarms" icon={<IconBell size={14} />} label="Alarms" />
          <PageButton name="codes" icon={<IconTicket size={14} />} label="Enrolment codes" />
        </>
      }
    >
      <CoverageBar coverage={coverage.data} />
      <DeviceFilters filters={filters} onChange={change} />
      <PagedList
        pages={pages}
        loading="Loading devices"
        empty={isFiltered ? <NoMatch onClear={() => change(noFilters)} /> : <NoDevices />}
      >
        {(rows) => <DeviceList devices={rows} newest={newest} sort={sort} onSort={(next) => change({ sort: next })} />}
      </PagedList>
    </Page>
  )
}

interface PageButtonProps {
  readonly name: string
  readonly icon: ReactNode
  readonly label: string
}
function PageButton({ name, icon, label }: PageButtonProps) {
  const { teamId } = useTeam()
  return (
    <Button component={Link} to={pagePath(teamId, name)} size="compact-sm" variant="default" leftSection={icon}>
      {label}
    </Button>
  )
}

const noFilters = { search: '', coverage: '', agent: '', version: '' }

interface SummaryProps {
  readonly total: number | undefined
  readonly newest: bigint
  readonly filters: DeviceSearch
  readonly isFiltered: boolean
}
function Summary({ total, newest, filters, isFiltered }: SummaryProps) {
  const [, change] = useDeviceSearch()
  if (total === undefined) return null
  if (!isFiltered) return <>{`${formatCount(total, 'device')}. The newest revision is ${newest}.`}</>
  const version = filters.agent === '' ? '' : ` with ${reveal(`${filters.agent} ${filters.version}`.trim())}`
  return (
    <>
      {`${formatCount(total, 'device')}${version} of those in the team. `}
      <Anchor component="button" type="button" size="sm" underline="always" onClick={() => change(noFilters)}>
        Show all devices
      </Anchor>
    </>
  )
}

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <Empty title="No devices match these filters.">
    <Button size="xs" variant="default" onClick={onClear}>
      Clear filters
    </Button>
  </Empty>
)

const NoDevices = () => {
  const { teamId } = useTeam()
  return (
    <Empty title="No devices are enrolled yet.">
      <Text size="sm" c="dimmed">
        Create an enrolment code to get a command that enrols a device.
      </Text>
      <Button component={Link} to={pagePath(teamId, 'codes')} size="xs" variant="default">
        Create code
      </Button>
    </Empty>
  )
}
