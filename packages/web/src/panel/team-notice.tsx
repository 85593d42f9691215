/** The notice about a team's hooks, shown above every page until the user answers here or in a terminal. The hooks are active meanwhile. */
import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Action } from '../kit/action.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Notice } from '../kit/notice.tsx'
import { formatCount } from '../kit/text.ts'
import type { TeamLeft, TeamNotice } from '../wire/panel.ts'
import { type ApiFailure, post } from './api.ts'
import { typed } from './command.ts'
import { useHealth } from './health.ts'

/** Shows one notice at a time. */
export function TeamNotices() {
  const { data } = useHealth()
  const [left, setLeft] = useState<TeamLeft>()
  const [notice] = data?.notices ?? []
  return (
    <>
      {left === undefined ? null : <LeftNotice left={left} onClose={() => setLeft(undefined)} />}
      {notice === undefined ? null : (
        <OneNotice key={notice.team} notice={notice} write={data?.write === true} onLeft={setLeft} />
      )}
    </>
  )
}

interface OneNoticeProps {
  readonly notice: TeamNotice
  readonly write: boolean
  readonly onLeft: (left: TeamLeft) => void
}
function OneNotice({ notice, write, onLeft }: OneNoticeProps) {
  const navigate = useNavigate()
  const [asking, { open, close }] = useDisclosure(false)
  const accept = useAnswer<unknown>('continue', notice.team, focusPage)
  const logout = useAnswer<TeamLeft>('logout', notice.team, (left) => {
    onLeft(left)
    close()
    focusPage()
  })
  return (
    <Notice color="harbour">
      <span className="team-words">
        This team uses admin-enabled hooks: {formatCount(notice.hooks, 'script')} of <bdi>“{notice.name}”</bdi> (
        <bdi>{notice.url}</bdi>) {notice.hooks === 1 ? 'runs' : 'run'} on this machine when an agent acts, and may stop
        it. Administrators of the team can change them.
      </span>
      <Group gap="xs" mt={6} role="group" aria-label="Answer">
        <Action kind="main" pending={accept.isPending} onPress={() => accept.mutate()}>
          Continue
        </Action>
        <Action onPress={() => void navigate({ to: '/hooks', search: { source: 'team', text: notice.team } })}>
          View hooks
        </Action>
        <Action
          kind="danger"
          unavailable={write ? undefined : `This panel is read-only. To leave the team, run: ${typed('team logout')}`}
          onPress={open}
        >
          Log out
        </Action>
        <ErrorText error={accept.error} />
      </Group>
      <Confirm
        title="Leave the team?"
        opened={asking}
        confirmLabel="Log out"
        pending={logout.isPending}
        onConfirm={() => logout.mutate()}
        onClose={close}
      >
        <Text size="sm" className="team-words">
          {notice.hooks === 1 ? 'The hook' : `The ${formatCount(notice.hooks, 'hook')}`} of <bdi>“{notice.name}”</bdi>{' '}
          {notice.hooks === 1 ? 'is' : 'are'} removed from this machine and no longer check what agents do here. To
          rejoin, this machine needs a new enrolment code.
        </Text>
        <ErrorText error={logout.error} />
      </Confirm>
    </Notice>
  )
}

const LeftNotice = ({ left, onClose }: { readonly left: TeamLeft; readonly onClose: () => void }) => (
  <Notice color={left.untold === undefined ? 'green' : 'yellow'}>
    <span className="team-words">
      This machine left <bdi>“{left.name}”</bdi>: its hooks are removed.
      {left.untold === undefined
        ? ''
        : ` The server could not be notified and still lists this machine: ${left.untold}`}
    </span>{' '}
    <Action onPress={onClose}>Close</Action>
  </Notice>
)

const ErrorText = ({ error }: { readonly error: ApiFailure | null }) =>
  error === null ? null : (
    <Text size="sm" role="alert" className="tone-deny team-words" mt={4}>
      {error.message}
    </Text>
  )

function useAnswer<T>(answer: 'continue' | 'logout', team: string, onDone: (response: T) => void) {
  const queries = useQueryClient()
  return useMutation<T, ApiFailure>({
    mutationFn: () => post<T>(`/api/team/${answer}`, { team }),
    onSuccess: async (response) => {
      onDone(response)
      await queries.invalidateQueries()
    },
  })
}

/** Moves the focus to the page, because the focused button is removed with its banner. */
const focusPage = (): void => document.getElementById('main')?.focus()
