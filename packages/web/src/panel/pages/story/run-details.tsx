/** One run opened: how it ended, what it printed, how it was started. */
import { Spoiler, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { JsonText } from '../../../kit/json-text.tsx'
import { PlainText } from '../../../kit/plain-text.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { formatMs } from '../../../kit/text.ts'
import type { StoryRun } from '../../../wire/panel.ts'
import { DisableAction } from './disable-action.tsx'
import { ScriptAction } from './script-action.tsx'

export const RunDetails = ({ run }: { readonly run: StoryRun }) => (
  <div className="run">
    {run.failure === undefined ? null : (
      <p className="tone-fail">
        {run.failure.message}. This hook fails {run.failure.policy}.
      </p>
    )}
    <dl className="facts">
      <Fact name="Ended">{ended(run)}</Fact>
      <Fact name="Took">
        {formatMs(run.ms)}
        {run.timeoutMs === undefined ? '' : ` of ${formatMs(run.timeoutMs)}`}
      </Fact>
    </dl>
    <Printed name="stdout" of={run} text={run.stdout} />
    <Printed name="stderr" of={run} text={run.stderr} />
    {run.reply === undefined ? null : (
      <>
        <h5>
          Read as<span className="none">: {run.said}</span>
        </h5>
        {Object.keys(run.reply).length === 0 ? null : (
          <JsonText value={run.reply} label={`Reply of ${run.name} as it was read`} />
        )}
      </>
    )}
    <dl className="facts facts-later">
      <Fact name="Configured in">{place(run)}</Fact>
      <Fact name="Hook">{run.hookId}</Fact>
      {run.spawned === undefined ? null : (
        <Fact name="Started as">
          {reveal(run.spawned.join(' '))} <CopyIconButton value={run.spawned.join(' ')} label="Copy the command" />
        </Fact>
      )}
      {run.environment === undefined ? null : <Environment names={run.environment} />}
    </dl>
    {run.notes.map((note) => (
      <Text key={note} size="sm">
        {note}
      </Text>
    ))}
    <div className="actions">
      <ScriptAction run={run} />
      <DisableAction run={run} />
    </div>
  </div>
)

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="mono">{children}</dd>
  </div>
)

/** Their names; their values are nobody's to read here. */
const Environment = ({ names }: { readonly names: readonly string[] }) => (
  <Fact name="Environment">
    {names.length === 0 ? (
      'nothing'
    ) : (
      <Spoiler
        maxHeight={40}
        showLabel={`All ${names.length} names`}
        hideLabel="Fewer"
        classNames={{ control: 'more' }}
      >
        {names.join(' ')}
      </Spoiler>
    )}
  </Fact>
)

function ended({ exit, signal, type }: StoryRun): string {
  if (signal !== undefined) return `signal ${signal}`
  return exit === undefined ? `no exit code (${type})` : `exit ${exit}`
}

const place = ({ file, line, label }: StoryRun): string =>
  file === undefined ? label : `${file}${line === undefined ? '' : `:${line}`}`

interface PrintedProps {
  readonly name: 'stdout' | 'stderr'
  readonly of: StoryRun
  readonly text: string
}
const Printed = ({ name, of, text }: PrintedProps) => (
  <>
    <h5>
      {name}
      {text === '' ? <span className="none">: nothing</span> : null}
    </h5>
    {text === '' ? null : <PlainText text={text} label={`${name} of ${of.name}`} />}
  </>
)
