/** Shown while no event is recorded: the next steps, and a demo. */
import { Button, Code, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import type { SetupStep } from '../../../wire/panel.ts'
import { useDemo } from '../../demo.ts'
import { useHealth } from '../../health.ts'

export function FirstSteps() {
  const { data } = useHealth()
  const demo = useDemo()
  return (
    <div className="first-steps">
      <Stack gap="md" maw={640} mx="auto">
        <div>
          <Title order={2} size="h1">
            No events yet
          </Title>
          <Text c="dimmed" size="sm">
            Events appear here within a second after an agent runs a hook. To see the first one:
          </Text>
        </div>
        <Stack component="ol" gap="sm" m={0} p={0}>
          {(data?.steps ?? []).map((step, index) => (
            <StepCard key={step.title} step={step} number={index + 1} />
          ))}
        </Stack>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconPlayerPlayFilled size={14} />}
            loading={demo.isPending}
            onClick={() => demo.mutate(true)}
          >
            Play demo
          </Button>
          <Text c="dimmed" size="sm" flex={1} miw={200}>
            A scripted conversation with real hooks in a separate workspace. It does not touch your files.
          </Text>
        </Group>
        {demo.error === null ? null : (
          <Text role="alert" size="sm" className="tone-deny">
            {demo.error.message}
          </Text>
        )}
      </Stack>
    </div>
  )
}

const StepCard = ({ step, number }: { readonly step: SetupStep; readonly number: number }) => (
  <Paper component="li" withBorder p="sm" className="step">
    <ThemeIcon size={24} radius="xl" variant={step.done ? 'filled' : 'default'} aria-hidden="true">
      {step.done ? <IconCheck size={14} /> : <span className="step-number">{number}</span>}
    </ThemeIcon>
    <div className="step-words">
      <Text size="sm" fw={600}>
        {step.title}
        {step.done ? <span className="tone-allow"> · done</span> : null}
      </Text>
      <Text size="sm" c="dimmed">
        {step.text}
      </Text>
      <Group gap={4} wrap="nowrap" mt={6}>
        <Code className="step-command">{step.command}</Code>
        <CopyIconButton value={step.command} label="Copy command" />
      </Group>
    </div>
  </Paper>
)
