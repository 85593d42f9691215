/** What the pages of a team share: the head, and what stands there while the answer is not. */
import { Button, Group, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Loading } from '../kit/states.tsx'
import { wordsOf } from './api.ts'

interface PageProps {
  readonly title: string
  readonly words?: ReactNode
  /** What can be done here. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}
export const Page = ({ title, words, actions, children }: PageProps) => (
  <div className="sheet">
    <header className="page-head">
      <div className="page-title">
        <Title order={1}>{title}</Title>
        {words === undefined ? null : (
          <Text size="sm" c="dimmed" component="div" role="status">
            {words}
          </Text>
        )}
      </div>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </header>
    {children}
  </div>
)

interface AskedProps<T> {
  readonly query: UseQueryResult<T>
  readonly loading: string
  readonly children: (data: T) => ReactNode
}
/** The last answer stays in sight when a later question fails: the banner says that the server is away. */
export function Asked<T>({ query, loading, children }: AskedProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Loading what={loading} />
  return <Failed message={wordsOf(error)} onRetry={() => void refetch()} />
}

interface ListedProps<T> {
  readonly pages: {
    readonly rows: readonly T[] | undefined
    readonly error: unknown
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
    refetch(): unknown
  }
  readonly loading: string
  readonly empty: ReactNode
  readonly children: (rows: readonly T[]) => ReactNode
}
/** A list that comes in pages. */
export function Listed<T>({ pages, loading, empty, children }: ListedProps<T>) {
  const { rows, error, hasNextPage, isFetchingNextPage } = pages
  if (rows === undefined)
    return error === null ? (
      <Loading what={loading} />
    ) : (
      <Failed message={wordsOf(error)} onRetry={() => void pages.refetch()} />
    )
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {hasNextPage ? (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
