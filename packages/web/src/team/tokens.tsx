/** A list of tokens that the user may revoke. The token itself was shown once, when it was created. */
import './pages/members/members.css'
import type { Token } from '@hookline/team/wire'
import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Action } from '../kit/action.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { formatAgo, formatDate } from '../kit/text.ts'
import { Problem } from './problem.tsx'

interface Props {
  readonly tokens: readonly Token[]
  /** Distinguishes the tokens of this list: their owner or their team. */
  readonly about: (token: Token) => string
  readonly revoke: (token: Token) => Promise<unknown>
}

export const Tokens = ({ tokens, about, revoke }: Props) =>
  tokens.length === 0 ? (
    <Text size="sm" mt="xs">
      No tokens.
    </Text>
  ) : (
    <ul className="team-list member-list">
      {tokens.map((token) => (
        <li key={token.id} className="member-line team-row">
          <span className="team-cell">
            <span className="team-strong">{token.name}</span>
            <span className="team-small">
              {token.id} · {about(token)} · created {formatDate(token.createdAt)}
            </span>
          </span>
          <span className="team-small">{token.usedAt === '' ? 'never used' : `used ${formatAgo(token.usedAt)}`}</span>
          <Revoke token={token} revoke={revoke} />
        </li>
      ))}
    </ul>
  )

function Revoke({ token, revoke }: Pick<Props, 'revoke'> & { readonly token: Token }) {
  const [isConfirming, { open, close }] = useDisclosure(false)
  const revocation = useMutation({ mutationFn: () => revoke(token), onSuccess: close })
  return (
    <span className="member-do">
      <Action kind="danger" icon={<IconBan size={14} />} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this token?"
        opened={isConfirming}
        confirmLabel="Revoke token"
        pending={revocation.isPending}
        onConfirm={revocation.mutate}
        onClose={close}
      >
        Programs that use <strong>{token.name}</strong> can no longer publish. To create a new token, run{' '}
        <code>hookline team keygen</code> with the address of the server.
        <Problem error={revocation.error} />
      </Confirm>
    </span>
  )
}
