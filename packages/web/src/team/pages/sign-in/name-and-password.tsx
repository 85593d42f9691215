/** The fields for the e-mail address and the password. */
import { PasswordInput, TextInput } from '@mantine/core'

interface Credentials {
  readonly email: string
  readonly password: string
}
interface Props {
  readonly value: Credentials
  readonly onChange: (value: Credentials) => void
}
export function NameAndPassword({ value, onChange }: Props) {
  const field = (name: keyof Credentials) => ({
    required: true,
    withAsterisk: false,
    value: value[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...value, [name]: currentTarget.value }),
  })
  return (
    <>
      <TextInput label="E-mail address" type="email" autoComplete="username" {...field('email')} />
      <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
    </>
  )
}
