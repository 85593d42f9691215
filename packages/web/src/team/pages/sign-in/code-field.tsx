/** The field for an authenticator code. */
import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}
export const CodeField = ({ value, onChange }: Props) => (
  <TextInput
    label="Authenticator code"
    description="Six digits. Each code works once."
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    withAsterisk={false}
    // The form asks for nothing else at this step.
    autoFocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
