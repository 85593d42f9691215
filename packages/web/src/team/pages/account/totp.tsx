/** Sets up and removes two-factor authentication. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyTextButton } from '../../../kit/copy.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { accounts } from '../../api.ts'
import { setMe, useMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { useConfirmation } from './confirmation.tsx'
import { Qr } from './qr.tsx'

export function TotpPart() {
  const { data } = useMe()
  return (
    <section aria-labelledby="totp" className="part narrow-form">
      <Title order={2} id="totp" mb={4}>
        Two-factor authentication
      </Title>
      {data?.totp === true ? <Remove /> : <Add />}
    </section>
  )
}

function Add() {
  const { confirmation, fields } = useConfirmation()
  const begin = useMutation({ mutationFn: () => accounts.beginTotp(confirmation) })
  if (begin.data !== undefined) return <Confirm uri={begin.data.uri} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Each sign-in with your password then also asks for a code from an authenticator app, so a stolen password
          alone is not enough.
        </Text>
        {fields}
        <Problem error={begin.error} />
        <Button type="submit" size="compact-sm" variant="default" w="fit-content" loading={begin.isPending}>
          Set up
        </Button>
      </Stack>
    </form>
  )
}

const readSecret = (uri: string): string => (URL.canParse(uri) ? (new URL(uri).searchParams.get('secret') ?? '') : '')

function Confirm({ uri }: { readonly uri: string }) {
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => accounts.confirmTotp({ code }), onSuccess: setMe })
  const secret = readSecret(uri)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          Scan this code with your authenticator app. You can also enter the setup key (time-based, six digits) or open
          the setup address on your phone.
        </Text>
        <Qr text={uri} label="QR code for your authenticator app" />
        <PlainText label="Setup key" text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        <PlainText label="Setup address" text={uri} />
        <Group gap="xs">
          <CopyTextButton value={secret} label="Copy key" />
          <CopyTextButton value={uri} label="Copy address" />
        </Group>
        <TextInput
          size="xs"
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          withAsterisk={false}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Problem error={confirm.error} />
        <Button type="submit" size="compact-sm" w="fit-content" loading={confirm.isPending}>
          Turn on
        </Button>
      </Stack>
    </form>
  )
}

function Remove() {
  const { confirmation, fields } = useConfirmation()
  const remove = useMutation({ mutationFn: () => accounts.removeTotp(confirmation), onSuccess: setMe })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          <StatusLabel tone="allow">On</StatusLabel> Every sign-in asks for a code.
        </Text>
        {fields}
        <Problem error={remove.error} />
        <Button type="submit" size="compact-sm" variant="default" w="fit-content" loading={remove.isPending}>
          Turn off two-factor authentication
        </Button>
      </Stack>
    </form>
  )
}
