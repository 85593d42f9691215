/** Decides between the sign-in page, the dashboard of a team, and the error pages. */
import { Anchor, Button } from '@mantine/core'
import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty, Loading } from '../kit/states.tsx'
import { errorMessage, isUnavailable } from './api.ts'
import { Frame } from './frame.tsx'
import { useMe } from './me.ts'
import { AuthLayout } from './pages/sign-in/auth-layout.tsx'
import { SignInPage } from './pages/sign-in/page.tsx'
import { SecondFactorRequired } from './second-factor-required.tsx'
import { SessionEnded } from './session-ended.tsx'
import { pagePath } from './team-pages.ts'

/** Shows the sign-in form at the requested address, and then the requested page. */
export function SignedIn() {
  const { data, error, isFetching, refetch } = useMe()
  if (data === null) return <SignInPage />
  if (data !== undefined)
    return (
      <>
        <Frame />
        <SessionEnded last={data} />
      </>
    )
  if (error === null) return <Loading what="Loading" />
  return (
    <AuthLayout
      title={isUnavailable(error) ? 'Cannot reach the server' : 'Something went wrong'}
      description={errorMessage(error)}
    >
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </AuthLayout>
  )
}

export function FirstTeam() {
  const { data } = useMe()
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const first = data?.teams.find(({ teamId }) => teamId === team) ?? data?.teams[0]
  if (first !== undefined) return <Navigate to={pagePath(first.teamId, 'overview')} replace />
  return (
    <Empty isPage title="You are not a member of a team.">
      <Hint>Ask the owner of a team to invite you on the Members page.</Hint>
    </Empty>
  )
}

/** Teams of others look like pages that do not exist. */
export function TeamFrame() {
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  const membership = data?.teams.find(({ teamId }) => teamId === team)
  if (membership?.needsSecondFactor === true) return <SecondFactorRequired teamName={membership.teamName} />
  if (membership !== undefined) return <Outlet />
  return <NoPage>The page does not exist, or it belongs to a team you are not a member of.</NoPage>
}

export const NoPage = ({ children }: { readonly children?: ReactNode }) => (
  <Empty isPage title="Page not found">
    {children === undefined ? null : <Hint>{children}</Hint>}
    <Anchor component={Link} size="sm" underline="always" to="/">
      Go to the overview
    </Anchor>
  </Empty>
)

const Hint = ({ children }: { readonly children: ReactNode }) => <p className="words">{children}</p>
