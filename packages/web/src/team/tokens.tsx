/** Tokens, for those who may end them. The token itself was shown once, when it was made. */
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
  /** What tells one from another here: whose it is, or for which team. */
  readonly about: (token: Token) => string
  readonly revoke: (token: Token) => Promise<unknown>
}

export const Tokens = ({ tokens, about, revoke }: Props) =>
  tokens.length === 0 ? (
    <Text size="sm" mt="xs">
      There are none.
    </Text>
  ) : (
    <ul className="team-list member-list">
      {tokens.map((token) => (
        <li key={token.id} className="member-line team-row">
          <span className="team-cell">
            <span className="team-strong">{token.name}</span>
            <span className="team-small">
              {token.id} · {about(token)} · made {formatDate(token.createdAt)}
            </span>
          </span>
          <span className="team-small">{token.usedAt === '' ? 'never used' : `used ${formatAgo(token.usedAt)}`}</span>
          <Revoke token={token} revoke={revoke} />
        </li>
      ))}
    </ul>
  )

function Revoke({ token, revoke }: Pick<Props, 'revoke'> & { readonly token: Token }) {
  const [asks, { open, close }] = useDisclosure(false)
  const ending = useMutation({ mutationFn: () => revoke(token), onSuccess: close })
  return (
    <span className="member-do">
      <Action kind="danger" icon={<IconBan size={14} />} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this token?"
        opened={asks}
        confirmLabel="Revoke it"
        pending={ending.isPending}
        onConfirm={ending.mutate}
        onClose={close}
      >
        Whatever publishes with <strong>{token.name}</strong> is refused from now on. <code>hookline team keygen</code>{' '}
        with the server's address makes a new one.
        <Problem error={ending.error} />
      </Confirm>
    </span>
  )
}
