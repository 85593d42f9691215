/** The hooks in lines, those that are searched for. */
import type { Hook } from '@hookline/team/wire'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { reveal } from '../../../kit/reveal.ts'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useTeam } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { Filters } from './filters.tsx'
import { changeSaid, everything, nameOf, shown, stateSaid, systemsSaid, versionSaid } from './said.ts'

export function HookList({ hooks }: { readonly hooks: readonly Hook[] }) {
  const [wanted, setWanted] = useState(everything)
  const found = shown(hooks, wanted)
  const events = [...new Set(hooks.map(({ current }) => current?.hookStep ?? ''))].sort()
  return (
    <>
      <Filters wanted={wanted} events={events} onChange={setWanted} />
      {found.length === 0 ? (
        <Empty title="No hook is like that.">
          <Button size="xs" variant="default" onClick={() => setWanted(everything)}>
            Show all
          </Button>
        </Empty>
      ) : (
        <>
          <div className="team-line team-head" aria-hidden="true">
            <span>State</span>
            <span>Hook</span>
            <span>Event</span>
            <span>Systems</span>
            <span>Version</span>
          </div>
          <ul className="team-list">
            {found.map((hook) => (
              <Row key={String(hook.id)} hook={hook} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Row({ hook }: { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const { word, tone } = stateSaid(hook)
  const { current } = hook
  const change = changeSaid(hook)
  return (
    <li>
      <Link to={placeOf(teamId, 'hooks', hook.id)} className="team-line team-row">
        <span>
          <StatusLabel tone={tone}>{word}</StatusLabel>
        </span>
        <span className="team-cell">
          <span className="team-strong">{reveal(nameOf(hook))}</span>
          <span className="team-small">
            hook {String(hook.id)}
            {current?.failClosed === true ? ' · fails closed' : ''}
          </span>
        </span>
        <span className="team-cell">
          <span>{current?.hookStep}</span>
          <span className="team-small mono">{reveal(current?.matcher ?? '')}</span>
        </span>
        <span className="team-cell">{systemsSaid(current?.operatingSystems ?? [])}</span>
        <span className="team-cell">
          <span>
            {change === undefined ? (
              `version ${current?.version}, published`
            ) : (
              <StatusLabel tone="ask" sign="±">
                {change}
              </StatusLabel>
            )}
          </span>
          {change === undefined ? null : <span className="team-small">{versionSaid(hook)}</span>}
        </span>
      </Link>
    </li>
  )
}
