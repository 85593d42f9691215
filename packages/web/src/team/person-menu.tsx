/** The person at the top: which team, the account, the way out. */

import type { Membership } from '@hookline/team/wire'
import { ActionIcon, Menu, NativeSelect } from '@mantine/core'
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accounts } from './api.ts'
import { setMe, useMe } from './me.ts'
import { placeOf } from './places.ts'
import { queries } from './queries.ts'

/** A name where there is one team, a choice where there are several. */
export function TeamSwitch({ known }: { readonly known: Membership | undefined }) {
  const { data } = useMe()
  const navigate = useNavigate()
  const teams = data?.teams ?? []
  if (known === undefined) return null
  if (teams.length === 1) return <span className="team-name clip">{known.teamName}</span>
  return (
    <NativeSelect
      size="xs"
      aria-label="Team"
      className="team-switch"
      value={known.teamId}
      data={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
      onChange={({ currentTarget: { value } }) => void navigate({ to: placeOf(value, 'hooks') })}
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
      // All but who is here, which every page watches: it would not see the answer that takes the place of one removed.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
  })
}

export function PersonMenu() {
  const { data } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    // In the header, not beside the page: everything a screen reader finds lies in a landmark.
    <Menu position="bottom-end" width={230} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your account" loading={signOut.isPending}>
          <IconUserCircle size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSettings size={15} />} onClick={() => void navigate({ to: '/account' as string })}>
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
