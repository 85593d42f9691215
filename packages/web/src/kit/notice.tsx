/** A one-line notice above the page. */
import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const Notice = ({ color, children }: { readonly color: string; readonly children: ReactNode }) => (
  <Alert color={color} variant="light" py={6} radius={0} role="status">
    <Text size="sm" component="span">
      {children}
    </Text>
  </Alert>
)
