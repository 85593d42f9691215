/** The fields with which users confirm that it is really them: the password, and a code if the account has a second factor. */
import { PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMe } from '../../me.ts'

interface Confirmation {
  readonly password: string
  readonly totp: string
}

const empty: Confirmation = { password: '', totp: '' }

interface ConfirmationState {
  readonly confirmation: Confirmation
  /** Undefined if something is entered. */
  readonly missing: string | undefined
  clear(): void
  readonly fields: ReactNode
}

/** An account without a password has no fields: the server then asks for a new sign-in if the last one is too old. */
export function useConfirmation(): ConfirmationState {
  const { data } = useMe()
  const [confirmation, setConfirmation] = useState(empty)
  const needsPassword = data?.hasPassword === true
  return {
    confirmation,
    missing: needsPassword && confirmation.password === '' ? 'Enter your password.' : undefined,
    clear: () => setConfirmation(empty),
    fields: needsPassword ? (
      <>
        <PasswordInput
          size="xs"
          label="Your password"
          autoComplete="current-password"
          value={confirmation.password}
          onChange={({ currentTarget }) => setConfirmation({ ...confirmation, password: currentTarget.value })}
        />
        <CodeInput value={confirmation.totp} onChange={(totp) => setConfirmation({ ...confirmation, totp })} />
      </>
    ) : null,
  }
}

interface CodeProps {
  readonly value: string
  readonly onChange: (code: string) => void
}

/** Shown if the account has a second factor. */
export function CodeInput({ value, onChange }: CodeProps) {
  const { data } = useMe()
  if (data?.totp !== true && (data?.keys ?? []).length === 0) return null
  return (
    <TextInput
      size="xs"
      label="Second factor"
      description="A code of your app or a recovery code. Leave it empty within 10 minutes of your sign-in."
      autoComplete="one-time-code"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
