/** The set-up checklist of a new team. It is gone when every step is done, and an owner can hide it before. */
import type { Checklist as ChecklistMessage } from '@hookline/team/wire'
import { Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { admin } from '../../api.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { queries } from '../../queries.ts'
import { ChecklistStepRow } from './checklist-step.tsx'
import { countDone, findNextStep, listSteps } from './checklist-steps.ts'

const checklistKey = (teamId: string) => [teamId, 'checklist']

export function Checklist() {
  const { teamId } = useTeam()
  const { data } = useQuery<ChecklistMessage>({
    queryKey: checklistKey(teamId),
    queryFn: ({ signal }) => admin.getChecklist({ teamId }, { signal }),
    refetchInterval: 20_000,
  })
  const missingRole = useMissingRole('owner')
  const update = (next: ChecklistMessage) => queries.setQueryData(checklistKey(teamId), next)
  const hide = useMutation({
    mutationFn: (hidden: boolean) => admin.hideChecklist({ teamId, hidden }),
    onSuccess: update,
  })
  const confirm = useMutation({ mutationFn: () => admin.confirmRootBackup({ teamId }), onSuccess: update })
  if (data === undefined) return null
  const steps = listSteps(data, location.origin)
  const done = countDone(steps)
  if (done === steps.length) return null
  const isShown = !data.hidden
  const next = findNextStep(steps)
  return (
    <section aria-labelledby="checklist" className="part">
      <header className="checklist-head">
        <Title order={2} id="checklist">
          Set up this team
        </Title>
        <span className="team-small">
          {done} of {steps.length} steps done
        </span>
        <Action
          unavailable={missingRole}
          pending={hide.isPending}
          hint={isShown ? 'Hides the steps for everyone in the team.' : undefined}
          onPress={() => hide.mutate(isShown)}
        >
          {isShown ? 'Hide steps' : 'Show steps'}
        </Action>
      </header>
      <Problem error={hide.error ?? confirm.error} />
      {isShown ? (
        <ol className="team-list">
          {steps.map((step) => (
            <ChecklistStepRow
              key={step.id}
              step={step}
              isNext={step === next}
              confirm={{ isPending: confirm.isPending, unavailable: missingRole, onPress: confirm.mutate }}
            />
          ))}
        </ol>
      ) : null}
    </section>
  )
}
