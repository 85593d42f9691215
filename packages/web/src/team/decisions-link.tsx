/** A link to the decisions behind a number or a name. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTeam } from './me.ts'
import type { DecisionFilter } from './pages/decisions/filter.ts'
import { pagePath } from './team-pages.ts'

interface DecisionsLinkProps {
  readonly filter: DecisionFilter
  readonly children: ReactNode
}
export function DecisionsLink({ filter, children }: DecisionsLinkProps) {
  const { teamId } = useTeam()
  return (
    <Anchor
      component={Link}
      inherit
      className="decisions-link"
      c="inherit"
      underline="hover"
      to={pagePath(teamId, 'decisions')}
      // The registered routes are those of the panel. The page reads the parameters itself.
      search={filter as never}
    >
      {children}
    </Anchor>
  )
}
