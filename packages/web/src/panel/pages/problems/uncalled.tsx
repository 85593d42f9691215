/** Hooks that do not run because an agent does not call Hookline here, with the command that fixes it. */
import { Code, Group, Text, Title } from '@mantine/core'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import type { ProblemsPage } from '../../../wire/panel.ts'
import { toneOf } from './labels.ts'

export function Uncalled({ uncalled }: Pick<ProblemsPage, 'uncalled'>) {
  if (uncalled.length === 0) return null
  return (
    <section aria-labelledby="uncalled" className="problem-group">
      <header className="problem-head">
        <StatusLabel tone={toneOf('warning')}>warning</StatusLabel>
        <Title order={2} id="uncalled">
          Hookline is not called here
        </Title>
        <span className="badge">{uncalled.length}</span>
      </header>
      <Text size="sm" c="dimmed" mb="xs">
        An agent always runs the hooks of its own files. It runs Hookline's hooks only if its settings call Hookline.
      </Text>
      <ul className="problem-list">
        {uncalled.map(({ agent, says, next }) => (
          <li key={agent}>
            <article className="problem">
              <div className="problem-words">
                <Text size="sm">{agent === '' ? says : `${agent}: ${says}`}</Text>
                <Group gap={4} wrap="nowrap">
                  <Code>{next}</Code>
                  <CopyIconButton value={next} label="Copy command" />
                </Group>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
