/** The status line under the name of the hook. */
import type { Hook } from '@hookline/team/wire'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { describeChange, describePublished, describeState } from '../hooks/labels.ts'

export function HookStatus({ hook, dirty }: { readonly hook: Hook | undefined; readonly dirty: boolean }) {
  const { teamId } = useTeam()
  if (hook === undefined) return <>Not saved yet. Devices receive a hook only after you publish it.</>
  const { label, tone } = describeState(hook)
  const change = describeChange(hook)
  return (
    <>
      <StatusLabel tone={tone}>{label}</StatusLabel> · hook {String(hook.id)}, version{' '}
      {String(hook.current?.version ?? 0)} · {describePublished(hook)}
      {change === undefined ? null : (
        <>
          {' · '}
          <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'publish')}>
            not published: {change}
          </Anchor>
        </>
      )}
      {dirty ? <strong> · not saved</strong> : null}
    </>
  )
}
