/** Runs the draft on the server with a sample event. The engine is the real one, and the script runs in a sandbox. */

import { eventRows, isEventName } from '@hookline/core/protocol'
import type { TryHookResponse } from '@hookline/team/wire'
import { Group, Kbd, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../../kit/action.tsx'
import { CodeEdit } from '../../../kit/code-edit.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatJson, formatMs } from '../../../kit/text.ts'
import type { Tone } from '../../../wire/panel.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Problem } from '../../problem.tsx'
import { type Form, isSendable, toDraft } from './draft.ts'

const sampleOf = (event: string): string => (isEventName(event) ? formatJson(eventRows[event].sample('/work')) : '{}')

interface Props {
  /** 0n for a new hook. */
  readonly hookId: bigint
  readonly form: Form
  readonly missingRole: string | undefined
}
export function Trial(props: Props) {
  if (props.form.kind === 'script') return <ScriptTrial {...props} />
  return (
    <p className="side-words">
      Only scripts run on the server. Publish this, then try it on a device of the team with{' '}
      <code>hookline trigger</code>.
    </p>
  )
}

function ScriptTrial({ hookId, form, missingRole }: Props) {
  const { teamId } = useTeam()
  const [typed, setTyped] = useState<{ readonly event: string; readonly text: string }>()
  const text = typed?.event === form.hookStep ? typed.text : sampleOf(form.hookStep)
  const trial = useMutation({
    mutationFn: () => admin.tryHook({ teamId, hookId, draft: toDraft(form), input: text }),
  })
  const formError = isSendable(form) ? undefined : 'Fix the errors in the settings first.'
  const unavailable = missingRole ?? formError
  const run = () => (unavailable === undefined && !trial.isPending ? trial.mutate() : undefined)
  useHotkeys([['mod+Enter', run]], [])
  return (
    <div className="trial">
      <Text size="xs" c="dimmed">
        The event as the agent would send it. The script runs on the server in a sandbox, without network or access to
        its files.
      </Text>
      <CodeEdit
        text={text}
        label="Trial input"
        language="json"
        readOnly={false}
        onChange={(next) => setTyped({ event: form.hookStep, text: next })}
        onRun={run}
      />
      <Group gap="xs">
        <Action
          kind="main"
          icon={<IconPlayerPlay size={14} />}
          pending={trial.isPending}
          unavailable={unavailable}
          onPress={trial.mutate}
        >
          Run
        </Action>
        {text === sampleOf(form.hookStep) ? null : <Action onPress={() => setTyped(undefined)}>Reset to sample</Action>}
        <Text size="xs" c="dimmed" component="span">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
        </Text>
      </Group>
      <Problem error={trial.error} />
      {trial.data === undefined ? null : <Result result={trial.data} />}
    </div>
  )
}

const tones: Readonly<Record<string, Tone>> = { allow: 'allow', deny: 'deny', ask: 'ask' }

function Result({ result }: { readonly result: TryHookResponse }) {
  const { verdict, because, exitCode, durationMs, error, stdout, stderr } = result
  return (
    <section aria-label="Result" className="trial-result" role="status">
      <div className="trial-verdict">
        <StatusLabel tone={tones[verdict] ?? 'plain'}>{verdict.toUpperCase()}</StatusLabel>
        <span className="team-small">
          exit {exitCode}, {formatMs(durationMs)}
        </span>
      </div>
      {because === '' ? null : <Text size="sm">{because}</Text>}
      {error === '' ? null : (
        <Text size="sm" className="tone-fail">
          {error}
        </Text>
      )}
      <Output name="stdout" text={stdout} />
      <Output name="stderr" text={stderr} />
    </section>
  )
}

const Output = ({ name, text }: { readonly name: string; readonly text: string }) =>
  text === '' ? null : (
    <>
      <span className="team-small">{name}</span>
      <PlainText label={name} text={text} />
    </>
  )
