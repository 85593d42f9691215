/** Parts that all pages share: the page header, and the loading and error states of queries and lists. */
import { Button, Group, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Loading } from '../kit/states.tsx'
import { errorMessage } from './api.ts'

interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  /** Buttons of the page. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}
export const Page = ({ title, description, actions, children }: PageProps) => (
  <div className="sheet">
    <header className="page-head">
      <div className="page-title">
        <Title order={1}>{title}</Title>
        {description === undefined ? null : (
          <Text size="sm" c="dimmed" component="div" role="status">
            {description}
          </Text>
        )}
      </div>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </header>
    {children}
  </div>
)

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>
  readonly loading: string
  readonly children: (data: T) => ReactNode
}
/** Keeps showing the last data when a later request fails. The connection notice then reports the failure. */
export function QueryResult<T>({ query, loading, children }: QueryResultProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Loading what={loading} />
  return <Failed message={errorMessage(error)} onRetry={() => void refetch()} />
}

interface PagedListProps<T> {
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
/** A paged list with a button for the next page. */
export function PagedList<T>({ pages, loading, empty, children }: PagedListProps<T>) {
  const { rows, error, hasNextPage, isFetchingNextPage } = pages
  if (rows === undefined)
    return error === null ? (
      <Loading what={loading} />
    ) : (
      <Failed message={errorMessage(error)} onRetry={() => void pages.refetch()} />
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
