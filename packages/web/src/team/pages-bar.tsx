/** The pages of a team, at the top. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useHooks } from './hooks.ts'
import { placeOf, places } from './places.ts'

/** Empty where there is no team. */
export const PagesBar = ({ teamId }: { readonly teamId: string | undefined }) => (
  <nav aria-label="Pages" className="places">
    {teamId === undefined ? null : places.map((place) => <Place key={place.name} {...place} teamId={teamId} />)}
  </nav>
)

type PlaceProps = (typeof places)[number] & { readonly teamId: string }
function Place({ name, label, icon: Icon, teamId }: PlaceProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const under = name === 'devices' ? ['devices', 'codes'] : [name]
  const here = under.some((one) => path.startsWith(placeOf(teamId, one)))
  return (
    <Link
      to={placeOf(teamId, name)}
      className="place"
      data-here={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
      {name === 'publish' ? <Changes teamId={teamId} /> : null}
    </Link>
  )
}

function Changes({ teamId }: { readonly teamId: string }) {
  const { data } = useHooks(teamId)
  const count = data?.hooks.filter(({ hasChanges }) => hasChanges).length ?? 0
  return count === 0 ? null : (
    <span className="count count-calm">
      {count}
      <span className="unseen"> not published yet</span>
    </span>
  )
}
