/** The form for a team's webhook, e-mail and quiet time. Secrets are never shown again. */
import type { AlarmSettings } from '@hookline/team/wire'
import { Alert, Group, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { type AlarmForm, toForm, toRequest, validateForm } from './labels.ts'
import { TestButton } from './test-button.tsx'

const securities = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
  { value: 'none', label: 'None (no password)' },
]

export function AlarmSettingsForm({ settings }: { readonly settings: AlarmSettings }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const [form, setForm] = useState(() => toForm(settings))
  const save = useMutation({
    mutationFn: () => admin.setAlarmSettings({ teamId, ...toRequest(form) }),
    onSuccess: async (saved) => {
      setForm(toForm(saved))
      await refresh(teamId)
    },
  })
  const errors = validateForm(form)
  const unavailable = missingRole ?? errors.quietHours ?? errors.smtpPort
  const field = (name: keyof AlarmForm) => ({
    size: 'xs' as const,
    value: form[name],
    disabled: missingRole !== undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setForm({ ...form, [name]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      {settings.failures.map(({ channel, failure }) => (
        <Alert key={channel} color="red" variant="light" py={8} mb="xs" role="alert">
          The last {channel === 'email' ? 'e-mail' : 'webhook'} could not be sent: {reveal(failure)}
        </Alert>
      ))}
      <fieldset className="alarm-fields">
        <legend>Webhook</legend>
        <TextInput label="Address" placeholder="https://example.com/hook" {...field('webhookUrl')} />
        <PasswordInput
          label="Secret that signs messages"
          autoComplete="new-password"
          placeholder={settings.hasWebhookSecret ? 'stored' : 'at least 16 characters'}
          {...field('webhookSecret')}
        />
      </fieldset>
      <fieldset className="alarm-fields">
        <legend>E-mail</legend>
        <TextInput label="SMTP server" placeholder="mail.example.com" {...field('smtpHost')} />
        <TextInput label="Port" inputMode="numeric" error={errors.smtpPort} {...field('smtpPort')} />
        <NativeSelect label="Encryption" data={securities} {...field('smtpSecurity')} />
        <TextInput label="User" autoComplete="off" {...field('smtpUser')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          placeholder={settings.hasSmtpPassword ? 'stored' : ''}
          {...field('smtpPassword')}
        />
        <TextInput label="From" placeholder="hookline@example.com" {...field('mailFrom')} />
        <TextInput label="To" placeholder="security@example.com, …" {...field('mailTo')} />
      </fieldset>
      <fieldset className="alarm-fields">
        <legend>Quiet devices</legend>
        <TextInput
          label="Hours without a sync"
          inputMode="numeric"
          error={errors.quietHours}
          {...field('quietHours')}
        />
      </fieldset>
      <Text size="xs" c="dimmed" mb="xs">
        {settings.allowsPrivateAddresses
          ? 'This server may send alarms to private addresses.'
          : 'Alarms are sent to public addresses only. The operator of the server can allow private ones with hookline serve --private-addresses.'}
      </Text>
      <Group gap="xs">
        <Action
          kind="main"
          icon={<IconDeviceFloppy size={14} />}
          pending={save.isPending}
          unavailable={unavailable}
          submit
        >
          Save settings
        </Action>
        <TestButton channel="webhook" isSetUp={settings.webhookUrl !== ''} />
        <TestButton channel="email" isSetUp={settings.smtpHost !== ''} />
      </Group>
      <Problem error={save.error} />
    </form>
  )
}
