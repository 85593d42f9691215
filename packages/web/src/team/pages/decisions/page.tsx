/** The decisions of the team's devices, one by one, with filters and exports. */
import './decisions-page.css'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Failed, Loading } from '../../../kit/states.tsx'
import { admin, errorMessage } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import { usePages } from '../../use-pages.ts'
import { DecisionList, More } from './decision-list.tsx'
import { type DecisionFilter, exportPath, parseFilter, toRequest, withValue } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { Retention } from './retention.tsx'

export function DecisionsPage() {
  const { teamId } = useTeam()
  const filter = parseFilter(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: DecisionFilter) =>
    // The registered routes are those of the panel. This page reads the parameters itself.
    void navigate({ to: pagePath(teamId, 'decisions'), search: withValue(filter, changes) as never })
  return (
    <Page
      title="Decisions"
      description="What hooks decided on the devices of the team, newest first. Devices report names and results, and no commands, prompts, paths or output."
      actions={
        <>
          <ExportButton filter={filter} format="csv" label="Export CSV" />
          <ExportButton filter={filter} format="jsonl" label="Export JSON lines" />
        </>
      }
    >
      <FilterBar filter={filter} onChange={change} />
      <Results filter={filter} />
      <Retention />
    </Page>
  )
}

interface ExportButtonProps {
  readonly filter: DecisionFilter
  readonly format: 'csv' | 'jsonl'
  readonly label: string
}
/** A link, so that the browser writes the file while it arrives. */
function ExportButton({ filter, format, label }: ExportButtonProps) {
  const { teamId } = useTeam()
  return (
    <Button
      component="a"
      href={exportPath(teamId, filter, format)}
      download
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} />}
    >
      {label}
    </Button>
  )
}

function Results({ filter }: { readonly filter: DecisionFilter }) {
  const { teamId } = useTeam()
  const pages = usePages([teamId, 'decisions', JSON.stringify(filter)], async (before, signal) => {
    const request = { teamId, filter: toRequest(filter), before, limit: 50 }
    const { decisions, next, searchedTo } = await admin.listDecisions(request, { signal })
    return { rows: decisions, next, searchedTo }
  })
  const { rows, error } = pages
  if (rows === undefined)
    return error === null ? (
      <Loading what="Loading decisions" />
    ) : (
      <Failed message={errorMessage(error)} onRetry={() => void pages.refetch()} />
    )
  return (
    <section aria-label="Decisions" className="part">
      {rows.length === 0 ? null : <DecisionList rows={rows} filter={filter} />}
      <More
        searchedTo={pages.data?.pages.at(-1)?.searchedTo ?? ''}
        isEmpty={rows.length === 0}
        hasMore={pages.hasNextPage}
        pending={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </section>
  )
}
