/** How the team rolls out: the percentages, how long a stage lasts, and whether the next one begins by itself. */
import type { RolloutSettings } from '@hookline/team/wire'
import { NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Action } from '../../kit/action.tsx'
import { formatCount } from '../../kit/text.ts'
import { admin } from '../api.ts'
import { useMissingRole, useTeam } from '../me.ts'
import { QueryResult } from '../page.tsx'
import { Problem } from '../problem.tsx'
import { refresh } from '../queries.ts'
import { readPercentages } from './labels.ts'

export const useRolloutSettings = (teamId: string) =>
  useQuery<RolloutSettings>({
    queryKey: [teamId, 'rollout-settings'],
    queryFn: ({ signal }) => admin.getRolloutSettings({ teamId }, { signal }),
  })

export function RolloutSettingsPart() {
  const { teamId } = useTeam()
  return (
    <section aria-labelledby="rollout-settings" className="part">
      <Title order={2} id="rollout-settings" mt="lg" mb="xs">
        Rollouts
      </Title>
      <QueryResult query={useRolloutSettings(teamId)} loading="Loading settings">
        {(settings) => <SettingsForm settings={settings} />}
      </QueryResult>
    </section>
  )
}

function SettingsForm({ settings }: { readonly settings: RolloutSettings }) {
  const { teamId } = useTeam()
  const missingRole = useMissingRole('owner')
  const [percentages, setPercentages] = useState(settings.percentages.join(', '))
  const [minutes, setMinutes] = useState(String(settings.minutes))
  const [automatic, setAutomatic] = useState(settings.automatic ? 'automatic' : 'manual')
  const numbers = readPercentages(percentages)
  const save = useMutation({
    mutationFn: () =>
      admin.setRolloutSettings({
        ...{ teamId, percentages: [...(numbers ?? [])], minutes: Number(minutes) },
        automatic: automatic === 'automatic',
      }),
    onSuccess: () => refresh(teamId),
  })
  const invalid =
    numbers === undefined
      ? 'Percentages are rising numbers from 1 to 100.'
      : /^[1-9]\d{0,4}$/.test(minutes)
        ? undefined
        : 'Minutes are a number from 1 to 10080.'
  const unavailable = missingRole ?? invalid
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) save.mutate()
  }
  const common = { size: 'xs', disabled: missingRole !== undefined } as const
  return (
    <form onSubmit={submit}>
      <Text size="sm" mb="xs">
        {settings.canaries === 0
          ? 'No device is a canary. An owner chooses some on the page of a device.'
          : `${formatCount(settings.canaries, 'device is a canary', 'devices are canaries')}. An owner changes that on the page of a device.`}
      </Text>
      <div className="form-line">
        <TextInput
          label="Percentages after the canary devices"
          {...common}
          value={percentages}
          onChange={({ currentTarget }) => setPercentages(currentTarget.value)}
        />
        <TextInput
          label="Minutes for each stage"
          {...common}
          value={minutes}
          onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
        />
        <NativeSelect
          label="Next stage"
          {...common}
          data={[
            { value: 'automatic', label: 'begins by itself' },
            { value: 'manual', label: 'when someone advances it' },
          ]}
          value={automatic}
          onChange={({ currentTarget }) => setAutomatic(currentTarget.value)}
        />
        <Action icon={<IconDeviceFloppy size={14} />} pending={save.isPending} unavailable={unavailable} submit>
          Save
        </Action>
      </div>
      <Problem error={save.error} />
    </form>
  )
}
