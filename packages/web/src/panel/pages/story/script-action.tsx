/** Shows the script of a hook. */
import { useDisclosure } from '@mantine/hooks'
import { IconFileCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Action } from '../../../kit/action.tsx'
import { CodeView } from '../../../kit/code-view.tsx'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { Failed, Loading } from '../../../kit/states.tsx'
import { ViewerModal } from '../../../kit/viewer-modal.tsx'
import type { Script, StoryRun } from '../../../wire/panel.ts'
import { get } from '../../api.ts'

export function ScriptAction({ run }: { readonly run: StoryRun }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Action
        icon={<IconFileCode size={14} />}
        unavailable={run.script === undefined ? 'This hook has no script that can be shown.' : undefined}
        onPress={open}
      >
        Open script
      </Action>
      <ViewerModal opened={opened} onClose={close} title={<span className="mono">{run.script}</span>}>
        {opened ? <ScriptText hookId={run.hookId} /> : null}
      </ViewerModal>
    </>
  )
}

function ScriptText({ hookId }: { readonly hookId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['script', hookId],
    queryFn: ({ signal }) => get<Script>(`/api/script?hook=${encodeURIComponent(hookId)}`, signal),
  })
  if (error !== null) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading what="Loading the script" />
  return (
    <>
      <div className="actions">
        <span className="mono dim">{data.file}</span>
        <CopyIconButton value={data.text} label="Copy script" />
      </div>
      <CodeView text={data.text} label={`Script ${data.file}`} />
      {data.cut ? <p className="dim small">Only the first part of the file is shown.</p> : null}
    </>
  )
}
