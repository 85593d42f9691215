/** Whether the team requires a second factor. Only owners can change it. */
import { Switch, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { meKey, queries, refresh } from '../../queries.ts'

export function SecondFactorPolicy() {
  const { teamId, requiresSecondFactor } = useTeam()
  const missingRole = useMissingRole('owner')
  const change = useMutation({
    mutationFn: (required: boolean) => admin.setSecondFactorPolicy({ teamId, required }),
    onSuccess: () => Promise.all([refresh(teamId), queries.invalidateQueries({ queryKey: meKey })]),
  })
  return (
    <section aria-labelledby="policy" className="part">
      <Title order={2} id="policy" mt="lg" mb={4}>
        Second factor
      </Title>
      <Switch
        label="Require a second factor of every member"
        description={
          missingRole ??
          'Sessions and tokens without a second factor then have no access to the team. Service tokens are not affected.'
        }
        checked={requiresSecondFactor}
        disabled={missingRole !== undefined || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      <Problem error={change.error} />
    </section>
  )
}
