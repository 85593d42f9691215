/** A link to the list of devices with filters, which are part of the address. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'

export interface DeviceSearch {
  readonly search: string
  readonly coverage: string
  readonly sort: string
  readonly agent: string
  readonly version: string
}
const names = ['search', 'coverage', 'sort', 'agent', 'version'] as const
type Filters = Readonly<Partial<Record<keyof DeviceSearch, string>>>

// The registered routes are those of the panel, so the types do not know these parameters.
const asSearch = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as never

interface DevicesLinkProps {
  readonly search: Filters
  readonly className?: string
  readonly children: ReactNode
}
export function DevicesLink({ search, className, children }: DevicesLinkProps) {
  const { teamId } = useTeam()
  return (
    <Link
      to={pagePath(teamId, 'devices')}
      search={asSearch(search)}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  )
}

/** The filters in the address, and how to change them. */
export function useDeviceSearch(): readonly [DeviceSearch, (change: Filters) => void] {
  const { teamId } = useTeam()
  const navigate = useNavigate()
  // Without `strict`, the router has the type of no address, and values are read below.
  const found = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  // The router reads a number as a number. Every name has a text.
  const filters = Object.fromEntries(names.map((name) => [name, String(found[name] ?? '')])) as unknown as DeviceSearch
  const change = (next: Filters) =>
    void navigate({ to: pagePath(teamId, 'devices'), search: asSearch({ ...filters, ...next }), replace: true })
  return [filters, change]
}
