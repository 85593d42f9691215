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
}
/** In a form it sends the form, as Enter does in a field: the form says what that does. */
type Press =
  | { readonly onPress: () => void; readonly submit?: never }
  | { readonly submit: true; readonly onPress?: never }

const looks = {
  plain: { variant: 'default' },
  main: { variant: 'filled' },
  danger: { variant: 'default', className: 'danger' },
} as const

export function Action(props: ActionProps & Press) {
  const { children, icon, kind = 'plain', unavailable, hint, pending = false, submit = false, onPress } = props
  const off = unavailable !== undefined
  const says = unavailable ?? hint
  return (
    <Tooltip label={says ?? ''} disabled={says === undefined} multiline maw={280}>
      <Button
        {...looks[kind]}
        type={submit ? 'submit' : 'button'}
        size="compact-sm"
        leftSection={icon}
        loading={pending}
        {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        {...(off || onPress === undefined ? {} : { onClick: onPress })}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
