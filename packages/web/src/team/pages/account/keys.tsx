/** The security keys and recovery codes of the user. */
import type { SecurityKey } from '@hookline/team/wire'
import { Stack, Text, TextInput, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { formatAgo, formatDate } from '../../../kit/text.ts'
import { accounts } from '../../api.ts'
import { setMe, useMe } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { createKey } from '../../security-key.ts'
import { ShownOnce } from '../../shown-once.tsx'
import { useConfirmation } from './confirmation.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveKey } from './remove-key.tsx'

export function KeysPart() {
  const { data } = useMe()
  const [codes, setCodes] = useState<readonly string[]>([])
  const keys = data?.keys ?? []
  const hasFactor = keys.length > 0 || data?.totp === true
  return (
    <section aria-labelledby="keys" className="part">
      <Title order={2} id="keys" mt="lg" mb={4}>
        Security keys
      </Title>
      <Text size="sm" c="dimmed">
        Each sign-in with your password then also asks for a hardware key or a passkey. Unlike a code, it does not work
        on a forged site.
      </Text>
      <NewKey onCodes={setCodes} />
      {codes.length === 0 ? null : (
        <ShownOnce
          title="Recovery codes"
          description="Keep these codes in a safe place. Each of them replaces your second factor once. They are not shown again."
          value={codes.join('\n')}
          copyLabel="Copy codes"
          onClose={() => setCodes([])}
        />
      )}
      {keys.length === 0 ? null : (
        <ul className="team-list member-list">
          {keys.map((key) => (
            <KeyRow key={key.id} securityKey={key} />
          ))}
        </ul>
      )}
      {hasFactor ? <RecoveryCodes left={data?.recoveryCodes ?? 0} onCodes={setCodes} /> : null}
    </section>
  )
}

function NewKey({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [name, setName] = useState('')
  const { confirmation, missing, clear, fields } = useConfirmation()
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await accounts.beginKeyRegistration(confirmation)
      return accounts.finishKeyRegistration({ name, response: await createKey(options) })
    },
    onSuccess: ({ me, recoveryCodes }) => {
      setName('')
      clear()
      setMe(me ?? null)
      if (recoveryCodes.length > 0) onCodes(recoveryCodes)
    },
  })
  const unavailable = name.trim() === '' ? 'Enter a name.' : missing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) add.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" my="xs" className="narrow-form">
        {fields}
      </Stack>
      <div className="form-line">
        <TextInput
          label="Key name"
          size="xs"
          placeholder="Blue key on my keyring"
          autoComplete="off"
          maxLength={60}
          className="grow"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Action icon={<IconKey size={14} />} pending={add.isPending} unavailable={unavailable} submit>
          Add security key
        </Action>
      </div>
      <Problem error={add.error} />
    </form>
  )
}

function KeyRow({ securityKey }: { readonly securityKey: SecurityKey }) {
  const { id, name, createdAt, usedAt } = securityKey
  const [draft, setDraft] = useState<string>()
  const rename = useMutation({
    mutationFn: () => accounts.renameKey({ keyId: id, name: draft ?? name }),
    onSuccess: (me) => {
      setMe(me)
      setDraft(undefined)
    },
  })
  return (
    <li className="member-line team-row">
      <span className="team-cell">
        {draft === undefined ? (
          <span className="team-strong">{name}</span>
        ) : (
          <TextInput
            size="xs"
            aria-label="New name of the key"
            maxLength={60}
            value={draft}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
        )}
        <span className="team-small">
          added {formatDate(createdAt)} · {usedAt === '' ? 'never used' : `used ${formatAgo(usedAt)}`}
        </span>
        <Problem error={rename.error} />
      </span>
      <span />
      <span className="member-do">
        <Action pending={rename.isPending} onPress={() => (draft === undefined ? setDraft(name) : rename.mutate())}>
          {draft === undefined ? 'Rename' : 'Save name'}
        </Action>
        <RemoveKey securityKey={securityKey} />
      </span>
    </li>
  )
}
