/** A small button. A disabled button stays visible, and its tooltip says why it is disabled. */
import { Button, Tooltip } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from './keep-focus.ts'

interface ActionProps {
  readonly children: string
  readonly icon?: ReactNode
  /** `main`: the main action of the page; `danger`: an action that cannot be undone. */
  readonly kind?: 'plain' | 'main' | 'danger'
  /** Why the button is disabled. */
  readonly unavailable?: string | undefined
  /** Explains what the button does, where its label is not enough. */
  readonly hint?: string | undefined
  readonly pending?: boolean
}
/** `submit` submits the form around the button, like Enter in a field. */
type Press =
  | { readonly onPress: () => void; readonly submit?: never }
  | { readonly submit: true; readonly onPress?: never }

const styles = {
  plain: { variant: 'default' },
  main: { variant: 'filled' },
  danger: { variant: 'default', className: 'danger' },
} as const

export function Action(props: ActionProps & Press) {
  const { children, icon, kind = 'plain', unavailable, hint, pending = false, submit = false, onPress } = props
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, pending)
  const isDisabled = unavailable !== undefined
  const tooltip = unavailable ?? hint
  return (
    <Tooltip label={tooltip ?? ''} disabled={tooltip === undefined} multiline maw={280}>
      <Button
        ref={button}
        {...styles[kind]}
        type={submit ? 'submit' : 'button'}
        size="compact-sm"
        leftSection={icon}
        loading={pending}
        {...(isDisabled ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        {...(isDisabled || onPress === undefined ? {} : { onClick: onPress })}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
