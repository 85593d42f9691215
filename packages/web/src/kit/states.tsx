/** What a page shows while it has nothing to show: loading, failed, empty. */
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
  <Alert color="red" variant="light" title="This could not be loaded" m="md" role="alert">
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
  /** There is nothing else on the page: its title is the page's heading. */
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
