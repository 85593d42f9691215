/** The fields for a new member, and for the name of a new team. */
import { PasswordInput, TextInput } from '@mantine/core'
import { type AcceptForm, validateTeamName } from './accept-form.ts'

interface Props {
  readonly form: AcceptForm
  readonly onChange: (form: AcceptForm) => void
}
export function Fields({ form, onChange }: Props) {
  const field = (name: keyof AcceptForm) => ({
    value: form[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...form, [name]: currentTarget.value }),
  })
  return (
    <>
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        {...field('email')}
      />
      <PasswordInput
        label="Password"
        description="At least 12 characters."
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...field('password')}
      />
      <TextInput
        label="Team name"
        description="Only for the first owner. Leave this empty if you were invited."
        error={validateTeamName(form)}
        {...field('teamName')}
      />
    </>
  )
}
