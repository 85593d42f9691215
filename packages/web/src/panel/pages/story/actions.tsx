/** The actions of a story: copy as test, replay, try, open the script, mark as false positive. */
import { Alert } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlag, IconFlagOff, IconFlask, IconRefresh, IconTestPipe } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { CodeView } from '../../../kit/code-view.tsx'
import { CopyTextButton } from '../../../kit/copy.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatJson, formatMs } from '../../../kit/text.ts'
import { ViewerModal } from '../../../kit/viewer-modal.tsx'
import type { AsTest, MarkRequest, Replay, Story } from '../../../wire/panel.ts'
import { get, post } from '../../api.ts'
import { readOnlyText } from '../../command.ts'
import { useHealth } from '../../health.ts'
import { replaceRow } from '../../rows.ts'
import { ScriptAction } from './script-action.tsx'

export function Actions({ story }: { readonly story: Story }) {
  const [testing, { open, close }] = useDisclosure(false)
  const { id } = story.row
  const navigate = useNavigate()
  const replay = useMutation({
    mutationFn: () => post<Replay>(`/api/log/${encodeURIComponent(id)}/replay`, {}),
  })
  const decided = story.runs.find((run) => run.decided && run.script !== undefined)
  return (
    <section className="part" aria-label="Actions">
      <div className="actions">
        <Action
          icon={<IconTestPipe size={14} />}
          onPress={open}
          hint="Copies this event and its decision as a hook test"
        >
          Copy as test
        </Action>
        <Action
          icon={<IconRefresh size={14} />}
          pending={replay.isPending}
          hint="Runs the current hooks on this event in a scratch copy, without side effects"
          unavailable={story.replayable.ok ? undefined : (story.replayable.why ?? 'This event cannot be replayed.')}
          onPress={() => replay.mutate()}
        >
          Replay
        </Action>
        <Action
          icon={<IconFlask size={14} />}
          hint="Opens this event in Try, where you can edit it"
          // The route declares no search parameters; the page reads them itself.
          onPress={() => void navigate({ to: '/try', search: { from: id } as never })}
        >
          Try this
        </Action>
        {decided === undefined ? null : <ScriptAction run={decided} />}
        <MarkAction story={story} />
        <CopyTextButton value={formatJson(story)} label="Copy JSON" />
      </div>
      <ReplayResult replay={replay.data} error={replay.error} />
      <ViewerModal opened={testing} onClose={close} title="Copy as test">
        {testing ? <AsTestText id={id} /> : null}
      </ViewerModal>
    </section>
  )
}

function MarkAction({ story }: { readonly story: Story }) {
  const queries = useQueryClient()
  const { data: health } = useHealth()
  const marked = !story.marked
  const mark = useMutation({
    mutationFn: () => post<unknown>('/api/marks', { id: story.row.id, marked } satisfies MarkRequest),
    onSuccess: async () => {
      replaceRow({ ...story.row, marked })
      await queries.invalidateQueries({ queryKey: ['story', story.row.id] })
    },
  })
  return (
    <>
      <Action
        icon={story.marked ? <IconFlagOff size={14} /> : <IconFlag size={14} />}
        pending={mark.isPending}
        hint="Stats counts decisions that you mark as false positives"
        unavailable={health?.write === true ? undefined : readOnlyText()}
        onPress={() => mark.mutate()}
      >
        {story.marked ? 'Not a false positive' : 'False positive'}
      </Action>
      {mark.error === null ? null : (
        <span role="alert" className="tone-deny">
          {mark.error.message}
        </span>
      )}
    </>
  )
}

/** The files of a hook test for a recorded event. */
function AsTestText({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['as-test', id],
    queryFn: ({ signal }) => get<AsTest>(`/api/log/${encodeURIComponent(id)}/test`, signal),
  })
  if (error !== null) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading what="Creating the test" />
  if (data.unusable !== undefined) return <Empty title="This event cannot become a test">{data.unusable}</Empty>
  return data.files.map(({ file, text }) => (
    <section key={file} className="part">
      <div className="actions">
        <span className="mono">{file}</span>
        <span className="spring" />
        <CopyTextButton value={text} label="Copy" />
      </div>
      <CodeView text={text} label={file} language={file.endsWith('.json') ? 'json' : 'plain'} />
    </section>
  ))
}

/** The recorded decision of an event next to the decision of the current hooks. */
interface ReplayResultProps {
  readonly replay: Replay | undefined
  readonly error: Error | null
}

function ReplayResult({ replay, error }: ReplayResultProps) {
  if (error !== null)
    return (
      <Alert color="red" variant="light" role="alert" py={8}>
        {error.message}
      </Alert>
    )
  if (replay === undefined) return null
  const { was, now, changed, unusable, runs } = replay
  return (
    <div role="status" className={`why-box why-${changed ? 'ask' : 'plain'}`}>
      {now === undefined ? (
        <p className="why">This event could not be replayed{unusable === undefined ? '.' : `: ${reveal(unusable)}`}</p>
      ) : (
        <>
          <p className="why">
            <StatusLabel tone={was.tone}>{was.word}</StatusLabel> →{' '}
            <StatusLabel tone={now.tone}>{now.word}</StatusLabel>{' '}
            {changed ? 'The decision has changed.' : 'Same decision.'}
          </p>
          <p className="why-more">{reveal(now.message)}</p>
          {runs.map((run) => (
            <p key={run.hookId} className="why-more">
              <span className="mono">{run.name}</span> {run.outcome} · {formatMs(run.ms)}
            </p>
          ))}
        </>
      )}
    </div>
  )
}
