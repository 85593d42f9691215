/** Who somebody is, and how they prove it. */
import { PasswordInput, TextInput } from '@mantine/core'

interface Who {
  readonly email: string
  readonly password: string
}
interface Props {
  readonly value: Who
  readonly onChange: (value: Who) => void
}
export function NameAndPassword({ value, onChange }: Props) {
  const field = (name: keyof Who) => ({
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
