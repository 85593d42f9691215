/** The payload editor and the run button. */
import { Button, Group, Kbd, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { PlainText } from '../../../kit/plain-text.tsx'
import type { TryForm } from '../../../wire/panel.ts'
import { type PayloadResult, sampleText, type Trial } from './trial.ts'

const Editor = lazy(() => import('./editor.tsx'))

interface Props {
  readonly form: TryForm
  readonly trial: Trial
  readonly payload: PayloadResult
  readonly running: boolean
  readonly onText: (text: string) => void
  readonly onRun: () => void
}
export function Payload({ form, trial, payload, running, onText, onRun }: Props) {
  const schema = form.events.find(({ name }) => name === trial.event)?.schema ?? {}
  const sample = sampleText(form, trial.event)
  return (
    <section aria-labelledby="payload" className="bench-half">
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={2} id="payload">
          Payload
        </Title>
        <Button size="compact-xs" variant="default" disabled={trial.text === sample} onClick={() => onText(sample)}>
          Reset to sample
        </Button>
      </Group>
      <Suspense fallback={<PlainText label="Payload" text={trial.text} />}>
        <Editor text={trial.text} schema={schema} label="Payload, JSON" onChange={onText} onRun={onRun} />
      </Suspense>
      <Group gap="sm" mt="xs">
        <Button size="xs" onClick={onRun} loading={running} disabled={!payload.ok}>
          Run
        </Button>
        {payload.ok ? (
          <Text size="xs" c="dimmed">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> runs, <Kbd size="xs">Ctrl</Kbd>{' '}
            <Kbd size="xs">Space</Kbd> completes
          </Text>
        ) : (
          <Text size="xs" className="tone-deny" role="status">
            {payload.why}
          </Text>
        )}
      </Group>
    </section>
  )
}
