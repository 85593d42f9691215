/** The details of one run: its end, its output, and how it was started. */
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
      <Fact name="Ended">{describeEnd(run)}</Fact>
      <Fact name="Took">
        {formatMs(run.ms)}
        {run.timeoutMs === undefined ? '' : ` of ${formatMs(run.timeoutMs)}`}
      </Fact>
    </dl>
    <Output name="stdout" run={run} text={run.stdout} />
    <Output name="stderr" run={run} text={run.stderr} />
    {run.reply === undefined ? null : (
      <>
        <h5>
          Interpreted as<span className="none">: {run.outcome}</span>
        </h5>
        {Object.keys(run.reply).length === 0 ? null : (
          <JsonText value={run.reply} label={`Interpreted reply of ${run.name}`} />
        )}
      </>
    )}
    <dl className="facts facts-later">
      <Fact name="Configured in">{formatLocation(run)}</Fact>
      <Fact name="Hook">{run.hookId}</Fact>
      {run.spawned === undefined ? null : (
        <Fact name="Started as">
          {reveal(run.spawned.join(' '))} <CopyIconButton value={run.spawned.join(' ')} label="Copy command" />
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

/** The names of the environment variables. Their values are not shown, because they may be secrets. */
const Environment = ({ names }: { readonly names: readonly string[] }) => (
  <Fact name="Environment">
    {names.length === 0 ? (
      'none'
    ) : (
      <Spoiler
        maxHeight={40}
        showLabel={`Show all ${names.length} names`}
        hideLabel="Show fewer"
        classNames={{ control: 'more' }}
      >
        {names.join(' ')}
      </Spoiler>
    )}
  </Fact>
)

function describeEnd({ exit, signal, type }: StoryRun): string {
  if (signal !== undefined) return `signal ${signal}`
  return exit === undefined ? `no exit code (${type})` : `exit ${exit}`
}

const formatLocation = ({ file, line, label }: StoryRun): string =>
  file === undefined ? label : `${file}${line === undefined ? '' : `:${line}`}`

interface OutputProps {
  readonly name: 'stdout' | 'stderr'
  readonly run: StoryRun
  readonly text: string
}
const Output = ({ name, run, text }: OutputProps) => (
  <>
    <h5>
      {name}
      {text === '' ? <span className="none">: empty</span> : null}
    </h5>
    {text === '' ? null : <PlainText text={text} label={`${name} of ${run.name}`} />}
  </>
)
