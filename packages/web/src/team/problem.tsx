/** What the server would not do, beside the button that asked for it. */
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { wordsOf } from './api.ts'

interface Props {
  readonly error: unknown
  readonly children?: ReactNode
}
export const Problem = ({ error, children }: Props) =>
  error === null || error === undefined ? null : (
    <Alert color="red" variant="light" py={8} role="alert">
      {wordsOf(error)} {children}
    </Alert>
  )
