/** Enrolment codes: one command for a member's machine, shown once. */
import '../devices/devices.css'
import type { CreateEnrollmentCodeResponse, ListEnrollmentCodesResponse } from '@hookline/team/wire'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Once } from '../../once.tsx'
import { Asked, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { NoRoot } from '../publish/no-root.tsx'
import { CodeList } from './code-list.tsx'
import { NewCode } from './new-code.tsx'

export function CodesPage() {
  const { teamId, keysReady } = useTeam()
  const [made, setMade] = useState<CreateEnrollmentCodeResponse>()
  const query = useQuery<ListEnrollmentCodesResponse>({
    queryKey: [teamId, 'codes'],
    queryFn: ({ signal }) => admin.listEnrollmentCodes({ teamId }, { signal }),
    refetchInterval: 20_000,
  })
  return (
    <Page
      title="Enrolment codes"
      words={
        <>
          A code lets a machine into the team.{' '}
          <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'devices')}>
            To the devices
          </Anchor>
        </>
      }
    >
      {keysReady ? null : <NoRoot />}
      <NewCode onMade={setMade} />
      {made === undefined ? null : (
        <Once
          title="The command for the machine"
          words="Run it there. The code is shown this once: the server keeps only its hash."
          value={made.command}
          copy="Copy the command"
          onClose={() => setMade(undefined)}
        />
      )}
      <section aria-labelledby="codes" className="part">
        <Title order={2} id="codes" mt="lg" mb="xs">
          Codes
        </Title>
        <Asked query={query} loading="Reading the codes">
          {({ codes }) => (codes.length === 0 ? <NoCodes /> : <CodeList codes={codes} />)}
        </Asked>
      </section>
    </Page>
  )
}

const NoCodes = () => (
  <Empty title="There are no codes.">
    <Text size="sm" c="dimmed">
      Make one above, and run its command on the member's machine.
    </Text>
  </Empty>
)
