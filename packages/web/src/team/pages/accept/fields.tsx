/** Who somebody will be here, and how the team is called. */
import { PasswordInput, TextInput } from '@mantine/core'
import { nameFault, type Wish } from './wish.ts'

interface Props {
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
}
export function Fields({ wish, onChange }: Props) {
  const field = (name: keyof Wish) => ({
    value: wish[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...wish, [name]: currentTarget.value }),
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
        label="Name of the team"
        description="Only the first owner names it; leave it empty if you were invited."
        error={nameFault(wish)}
        {...field('teamName')}
      />
    </>
  )
}
