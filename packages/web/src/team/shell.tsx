/** Signed in or not, and in which team. */
import { Anchor, Button } from '@mantine/core'
import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty, Loading } from '../kit/states.tsx'
import { isAway, wordsOf } from './api.ts'
import { Frame } from './frame.tsx'
import { useMe } from './me.ts'
import { Door } from './pages/sign-in/door.tsx'
import { SignInPage } from './pages/sign-in/page.tsx'
import { placeOf } from './places.ts'
import { SessionEnded } from './session-ended.tsx'

/** Who is not signed in signs in where they are, and then sees the page they asked for. */
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
  if (error === null) return <Loading what="One moment" />
  return (
    <Door title={isAway(error) ? 'The server does not answer' : 'This did not work'} words={wordsOf(error)}>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Door>
  )
}

export function FirstTeam() {
  const { data } = useMe()
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const first = data?.teams.find(({ teamId }) => teamId === team) ?? data?.teams[0]
  if (first !== undefined) return <Navigate to={placeOf(first.teamId, 'hooks')} replace />
  return (
    <Empty isPage title="You are in no team.">
      <Words>An owner of a team can invite you: they get a link for you under Members.</Words>
    </Empty>
  )
}

/** What is not of one's own team does not exist. */
export function TeamFrame() {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  if (data?.teams.some(({ teamId }) => teamId === team)) return <Outlet />
  return <NoPage>Or it belongs to a team that you are not in.</NoPage>
}

export const NoPage = ({ children }: { readonly children?: ReactNode }) => (
  <Empty isPage title="There is no such page.">
    {children === undefined ? null : <Words>{children}</Words>}
    <Anchor component={Link} size="sm" underline="always" to="/">
      To the hooks
    </Anchor>
  </Empty>
)

const Words = ({ children }: { readonly children: ReactNode }) => <p className="words">{children}</p>
