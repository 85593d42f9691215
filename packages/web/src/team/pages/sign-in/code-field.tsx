/** The code of a second factor. */
import { TextInput } from '@mantine/core'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}
export const CodeField = ({ value, onChange }: Props) => (
  <TextInput
    label="Code of your authenticator"
    description="Six digits; each code is good once."
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    withAsterisk={false}
    // The person has just been asked for it, and for nothing else.
    autoFocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
