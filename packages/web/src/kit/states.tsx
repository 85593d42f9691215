/** The states of a page without data: loading, failed, empty. */
import { Alert, Button, Center, Code, Group, Loader, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const Loading = ({ what }: { readonly what: string }) => (
  <Center h={240} role="status">
    <Group gap="sm">
      <Loader size="sm" type="dots" />
      <Text c="dimmed">{what}</Text>
    </Group>
  </Center>
)

interface FailedProps {
  readonly message: string
  readonly next?: string | undefined
  readonly onRetry?: (() => void) | undefined
}
export const Failed = ({ message, next, onRetry }: FailedProps) => (
  <Alert color="red" variant="light" title="Could not load this page" m="md" role="alert">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{message}</Text>
      {next === undefined ? null : <Code>{next}</Code>}
      {onRetry === undefined ? null : (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
)

interface EmptyProps {
  readonly title: string
  /** The page shows nothing else, so this title is the heading of the page. */
  readonly isPage?: boolean
  readonly children?: ReactNode
}
export const Empty = ({ title, isPage = false, children }: EmptyProps) => (
  <Center mih={200} p="xl">
    <Stack gap="xs" align="center" maw={520} ta="center">
      <Text fw={600} {...(isPage ? { component: 'h1', m: 0 } : {})}>
        {title}
      </Text>
      {children}
    </Stack>
  </Center>
)
