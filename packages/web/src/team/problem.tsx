/** The error of a request, shown next to the button that sent it. */
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorMessage } from './api.ts'

interface Props {
  readonly error: unknown
  readonly children?: ReactNode
}
export const Problem = ({ error, children }: Props) =>
  error === null || error === undefined ? null : (
    <Alert color="red" variant="light" py={8} role="alert">
      {errorMessage(error)} {children}
    </Alert>
  )
