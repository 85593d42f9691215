/** Enrolment codes: one command for a member's machine, shown once. */
import '../devices/devices.css'
import type { CreateEnrollmentCodeResponse, EnrollmentCode, ListEnrollmentCodesResponse } from '@hookline/team/wire'
import { Anchor, Text, TextInput, Title } from '@mantine/core'
import { IconBan, IconTicket } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { Empty } from '../../../kit/states.tsx'
import { counted, day } from '../../../kit/text.ts'
import { Word } from '../../../kit/word.tsx'
import { admin } from '../../api.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Once } from '../../once.tsx'
import { Asked, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { NoRoot } from '../publish/no-root.tsx'
import { codeSaid } from './said.ts'

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
          {({ codes }) => (codes.length === 0 ? <NoCodes /> : <List codes={codes} />)}
        </Asked>
      </section>
    </Page>
  )
}

function NewCode({ onMade }: { readonly onMade: (made: CreateEnrollmentCodeResponse) => void }) {
  const { teamId, keysReady } = useTeam()
  const lacks = useLacks('owner')
  const [wish, setWish] = useState({ note: '', uses: '1', hours: '24' })
  const create = useMutation({
    mutationFn: () =>
      admin.createEnrollmentCode({ teamId, note: wish.note, uses: Number(wish.uses), validHours: Number(wish.hours) }),
    onSuccess: async (made) => {
      onMade(made)
      await refresh(teamId)
    },
  })
  const isNumber = (text: string) => /^\s*[1-9]\d{0,5}\s*$/.test(text)
  const fault = isNumber(wish.uses) && isNumber(wish.hours) ? undefined : 'Machines and hours are whole numbers.'
  const unavailable = lacks ?? (keysReady ? fault : 'The team has no root key yet.')
  const field = (name: keyof typeof wish) => ({
    size: 'xs' as const,
    value: wish[name],
    disabled: lacks !== undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setWish({ ...wish, [name]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unavailable === undefined) create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="form-line">
        <TextInput label="Note" placeholder="for Ada's laptop" maxLength={200} className="grow" {...field('note')} />
        <TextInput label="Machines" inputMode="numeric" w={90} {...field('uses')} />
        <TextInput label="Good for hours" inputMode="numeric" w={110} {...field('hours')} />
        <Action
          kind="main"
          icon={<IconTicket size={14} />}
          pending={create.isPending}
          unavailable={unavailable}
          onPress={create.mutate}
        >
          Make a code
        </Action>
      </div>
      <Problem error={create.error} />
    </form>
  )
}

const List = ({ codes }: { readonly codes: readonly EnrollmentCode[] }) => (
  <ul className="team-list">
    {codes.map((code) => (
      <Row key={code.id} code={code} />
    ))}
  </ul>
)

function Row({ code }: { readonly code: EnrollmentCode }) {
  const { word, tone, isOpen } = codeSaid(code)
  return (
    <li className="code-line team-row">
      <span>
        <Word tone={tone}>{word}</Word>
      </span>
      <span className="team-cell">
        <span className="team-strong">{code.note === '' ? 'no note' : code.note}</span>
        <span className="team-small">
          {code.id} · by {code.author}
        </span>
      </span>
      <span className="team-cell">
        <span>{counted(code.usesLeft, 'machine')} left</span>
        <span className="team-small">until {day(code.expiresAt)}</span>
      </span>
      {isOpen ? <Revoke code={code} /> : <span />}
    </li>
  )
}

function Revoke({ code }: { readonly code: EnrollmentCode }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
  const revoke = useMutation({
    mutationFn: () => admin.revokeEnrollmentCode({ teamId, codeId: code.id }),
    onSuccess: () => refresh(teamId),
  })
  return (
    <span className="device-do">
      <Action
        kind="danger"
        icon={<IconBan size={14} />}
        pending={revoke.isPending}
        unavailable={lacks}
        hint="No more machine enrols with it; those that did stay."
        onPress={revoke.mutate}
      >
        Revoke
      </Action>
      <Problem error={revoke.error} />
    </span>
  )
}

const NoCodes = () => (
  <Empty title="There are no codes.">
    <Text size="sm" c="dimmed">
      Make one above, and run its command on the member's machine.
    </Text>
  </Empty>
)
