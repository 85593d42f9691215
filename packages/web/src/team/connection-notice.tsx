/** A notice that the server cannot be reached, so the data on the page may be outdated. */
import { Button } from '@mantine/core'
import { Notice } from '../kit/notice.tsx'
import { isUnavailable } from './api.ts'
import { useMe } from './me.ts'

export function ConnectionNotice() {
  const { error, refetch, isFetching } = useMe()
  if (error === null || !isUnavailable(error)) return null
  return (
    <Notice color="yellow">
      Cannot reach the server. Retrying… The data on this page may be outdated.{' '}
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Retry now
      </Button>
    </Notice>
  )
}
