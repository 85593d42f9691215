/** The field for an authenticator code. */
import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}
export const CodeField = ({ value, onChange }: Props) => (
  <TextInput
    label="Authenticator code"
    description="Six digits of your app, or a recovery code. Each code works once."
    autoComplete="one-time-code"
    maxLength={40}
    required
    withAsterisk={false}
    // The form asks for nothing else at this step.
    autoFocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
