/** How the hook stands, under its name. */
import type { Hook } from '@hookline/team/wire'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useTeam } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { changeSaid, stateSaid, versionSaid } from '../hooks/said.ts'

export function Standing({ hook, dirty }: { readonly hook: Hook | undefined; readonly dirty: boolean }) {
  const { teamId } = useTeam()
  if (hook === undefined) return <>Not saved yet. Nothing reaches a machine before it is published.</>
  const { word, tone } = stateSaid(hook)
  const change = changeSaid(hook)
  return (
    <>
      <StatusLabel tone={tone}>{word}</StatusLabel> · hook {String(hook.id)}, version{' '}
      {String(hook.current?.version ?? 0)} · {versionSaid(hook)}
      {change === undefined ? null : (
        <>
          {' · '}
          <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'publish')}>
            not published: {change}
          </Anchor>
        </>
      )}
      {dirty ? <strong> · not saved</strong> : null}
    </>
  )
}
