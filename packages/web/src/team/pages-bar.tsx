/** The navigation bar with the pages of a team. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useHooks } from './hooks.ts'
import { pagePath, teamPages } from './team-pages.ts'

/** Empty without a team. */
export const PagesBar = ({ teamId }: { readonly teamId: string | undefined }) => (
  <nav aria-label="Pages" className="places">
    {teamId === undefined ? null : teamPages.map((page) => <PageLink key={page.name} {...page} teamId={teamId} />)}
  </nav>
)

type PageLinkProps = (typeof teamPages)[number] & { readonly teamId: string }
function PageLink({ name, label, icon: Icon, teamId }: PageLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const names = name === 'devices' ? ['devices', 'codes'] : [name]
  const isCurrent = names.some((each) => path.startsWith(pagePath(teamId, each)))
  return (
    <Link
      to={pagePath(teamId, name)}
      className="place"
      data-here={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {name === 'publish' ? <UnpublishedCount teamId={teamId} /> : null}
    </Link>
  )
}

function UnpublishedCount({ teamId }: { readonly teamId: string }) {
  const { data } = useHooks(teamId)
  const count = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return count === 0 ? null : (
    <span className="count count-calm">
      {count}
      <span className="unseen"> not published yet</span>
    </span>
  )
}
