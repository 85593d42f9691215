import { expect, test } from 'vitest'
import { type AlarmForm, describeAlarm, toRequest, validateForm } from './labels.ts'

const form: AlarmForm = {
  ...{ quietHours: '72', webhookUrl: 'https://example.com/x', webhookSecret: '' },
  ...{ smtpHost: 'mail.example.com', smtpPort: '587', smtpSecurity: 'starttls', smtpUser: 'u', smtpPassword: '' },
  ...{ mailFrom: 'a@example.com', mailTo: 'b@example.com, c@example.com' },
}

test('an empty secret keeps the stored one, and a secret without a use is removed', () => {
  expect(toRequest(form)).not.toHaveProperty('webhookSecret')
  expect(toRequest(form)).not.toHaveProperty('smtpPassword')
  expect(toRequest({ ...form, webhookUrl: ' ', smtpUser: '' })).toMatchObject({ webhookSecret: '', smtpPassword: '' })
  expect(toRequest({ ...form, smtpPassword: 'p' })).toMatchObject({ smtpPassword: 'p' })
  expect(toRequest(form).mailTo).toEqual(['b@example.com', 'c@example.com'])
})

test('numbers are checked where they are used', () => {
  expect(validateForm(form)).toEqual({})
  expect(Object.keys(validateForm({ ...form, quietHours: '0', smtpPort: 'x' }))).toEqual(['quietHours', 'smtpPort'])
  expect(validateForm({ ...form, smtpHost: '', smtpPort: 'x' })).toEqual({})
})

test('an alarm names the agents, or the device', () => {
  expect(describeAlarm({ kind: 'disconnected', agents: ['Codex'], detail: '' })).toBe('Codex no longer calls Hookline')
  expect(describeAlarm({ kind: 'quiet', agents: [], detail: '' })).toBe('The device no longer syncs')
  expect(describeAlarm({ kind: 'rollout-stopped', agents: [], detail: 'revision 3: 4 of 4 failed' })).toBe(
    'A rollout stopped by itself: revision 3: 4 of 4 failed',
  )
  expect(describeAlarm({ kind: 'of-2031', agents: [], detail: '' })).toBe('The device of-2031')
})
