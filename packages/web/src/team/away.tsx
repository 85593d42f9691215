/** The server, or its database, is away: what is on the page may be old. */
import { Button } from '@mantine/core'
import { Notice } from '../kit/notice.tsx'
import { isAway } from './api.ts'
import { useMe } from './me.ts'

export function Away() {
  const { error, refetch, isFetching } = useMe()
  if (error === null || !isAway(error)) return null
  return (
    <Notice color="yellow">
      The server does not answer; trying again. What you see is what it said last.{' '}
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </Notice>
  )
}
