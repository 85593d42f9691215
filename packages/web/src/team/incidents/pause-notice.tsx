/** A notice on every page while hooks are paused. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../kit/notice.tsx'
import { reveal } from '../../kit/reveal.ts'
import { pagePath } from '../team-pages.ts'
import { describePause } from './labels.ts'
import { useActivePauses } from './queries.ts'

export function PauseNotice({ teamId }: { readonly teamId: string }) {
  const [first, ...others] = useActivePauses(teamId)
  if (first === undefined) return null
  return (
    <Notice color="yellow">
      {reveal(describePause(first))}
      {others.length === 0 ? '' : `, and ${others.length} more`}.{' '}
      <Anchor component={Link} size="sm" underline="always" c="inherit" to={pagePath(teamId, 'overview')}>
        Overview
      </Anchor>
    </Notice>
  )
}
