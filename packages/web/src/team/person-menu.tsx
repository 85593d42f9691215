/** The account menu and the team switch in the header. */

import type { Membership } from '@hookline/team/wire'
import { ActionIcon, Menu, NativeSelect } from '@mantine/core'
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accounts } from './api.ts'
import { setMe, useMe } from './me.ts'
import { queries } from './queries.ts'
import { pagePath } from './team-pages.ts'

/** The name of the team, or a select if the account has several teams. */
export function TeamSwitch({ current }: { readonly current: Membership | undefined }) {
  const { data } = useMe()
  const navigate = useNavigate()
  const teams = data?.teams ?? []
  if (current === undefined) return null
  if (teams.length === 1) return <span className="team-name clip">{current.teamName}</span>
  return (
    <NativeSelect
      size="xs"
      aria-label="Team"
      className="team-switch"
      value={current.teamId}
      data={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
      onChange={({ currentTarget: { value } }) => void navigate({ to: pagePath(value, 'hooks') })}
    />
  )
}

export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => accounts.signOut({}),
    onSuccess: async () => {
      await navigate({ to: '/' })
      setMe(null)
      // Keep the account query: pages observe it, and an observer does not notice when a removed query is replaced.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
  })
}

export function PersonMenu() {
  const { data } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    // Rendered inside the header, because screen readers expect all content inside a landmark.
    <Menu position="bottom-end" width={230} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your account" loading={signOut.isPending}>
          <IconUserCircle size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconSettings size={15} />}
          // The registered routes are those of the panel, so the types do not know this path.
          onClick={() => void navigate({ to: '/account' as string })}
        >
          Account
          <span className="team-small person-email"> {data?.email}</span>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
