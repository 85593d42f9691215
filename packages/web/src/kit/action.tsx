/** A small button. One that cannot be pressed stays in sight and says why. */
import { Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface ActionProps {
  readonly children: string
  readonly icon?: ReactNode
  /** `main`: what the page is for; `danger`: what cannot be taken back. */
  readonly kind?: 'plain' | 'main' | 'danger'
  /** Why it cannot be pressed. */
  readonly unavailable?: string | undefined
  /** What it does, where its words do not say it all. */
  readonly hint?: string | undefined
  readonly pending?: boolean
  readonly onPress: () => void
}

const looks = {
  plain: { variant: 'default' },
  main: { variant: 'filled' },
  danger: { variant: 'default', className: 'danger' },
} as const

export function Action({ children, icon, kind = 'plain', unavailable, hint, pending = false, onPress }: ActionProps) {
  const off = unavailable !== undefined
  const says = unavailable ?? hint
  return (
    <Tooltip label={says ?? ''} disabled={says === undefined} multiline maw={280}>
      <Button
        {...looks[kind]}
        size="compact-sm"
        leftSection={icon}
        loading={pending}
        {...(off ? { 'data-disabled': true, 'aria-disabled': true } : { onClick: onPress })}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
