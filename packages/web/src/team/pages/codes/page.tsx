/** Enrolment codes. The command for a device is shown once. */
import '../devices/devices.css'
import type { CreateEnrollmentCodeResponse, ListEnrollmentCodesResponse } from '@hookline/team/wire'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { ShownOnce } from '../../shown-once.tsx'
import { pagePath } from '../../team-pages.ts'
import { MissingRootKey } from '../publish/missing-root-key.tsx'
import { CodeList } from './code-list.tsx'
import { NewCode } from './new-code.tsx'

export function CodesPage() {
  const { teamId, keysReady } = useTeam()
  const [created, setCreated] = useState<CreateEnrollmentCodeResponse>()
  const query = useQuery<ListEnrollmentCodesResponse>({
    queryKey: [teamId, 'codes'],
    queryFn: ({ signal }) => admin.listEnrollmentCodes({ teamId }, { signal }),
    refetchInterval: 20_000,
  })
  return (
    <Page
      title="Enrolment codes"
      description={
        <>
          A code lets devices join the team.{' '}
          <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'devices')}>
            View devices
          </Anchor>
        </>
      }
    >
      {keysReady ? null : <MissingRootKey />}
      <NewCode onCreated={setCreated} />
      {created === undefined ? null : (
        <ShownOnce
          title="Command for the device"
          description="Run this command on the device. The code is not shown again, because the server stores only its hash."
          value={created.command}
          copyLabel="Copy command"
          onClose={() => setCreated(undefined)}
        />
      )}
      <section aria-labelledby="codes" className="part">
        <Title order={2} id="codes" mt="lg" mb="xs">
          Codes
        </Title>
        <QueryResult query={query} loading="Loading codes">
          {({ codes }) => (codes.length === 0 ? <NoCodes /> : <CodeList codes={codes} />)}
        </QueryResult>
      </section>
    </Page>
  )
}

const NoCodes = () => (
  <Empty title="No enrolment codes yet.">
    <Text size="sm" c="dimmed">
      Create a code above, then run its command on the device of a member.
    </Text>
  </Empty>
)
