/** Shows the changes of a fix, and applies it on confirmation if the panel runs with `--write`. */
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reveal } from '../../../kit/reveal.ts'
import { relativePath } from '../../../kit/text.ts'
import { ViewerModal } from '../../../kit/viewer-modal.tsx'
import type { FixResponse } from '../../../wire/panel.ts'
import { type ApiFailure, post } from '../../api.ts'
import { typed } from '../../command.ts'
import { MessageText } from './message-text.tsx'

interface Props {
  readonly fix: string
  readonly message: string
  readonly write: boolean
  readonly root: string | undefined
}
export function FixButton({ fix, message, write, root }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={`Show fix: ${message}`} className="problem-fix">
        Show fix
      </Button>
      <ViewerModal opened={opened} onClose={close} size="lg" title="Fix">
        <Preview fix={fix} write={write} message={message} root={root} onDone={close} />
      </ViewerModal>
    </>
  )
}

function Preview({ fix, message, write, root, onDone }: Props & { readonly onDone: () => void }) {
  const { data, error } = useQuery<FixResponse, ApiFailure>({
    queryKey: ['fix', fix],
    queryFn: () => post<FixResponse>('/api/problems/fix', { key: fix, dryRun: true }),
    gcTime: 0,
  })
  if (error !== null) return <ErrorAlert text={error.message} next={error.next} />
  if (data === undefined) return <Text size="sm">Preparing the fix…</Text>
  return (
    <Stack gap="sm">
      <Text size="sm">
        <MessageText text={message} />
      </Text>
      <Changes response={data} root={root} />
      <Text size="xs" c="dimmed">
        After its file changes, you must trust the hooks of a workspace again:{' '}
        <span className="mono">{typed('trust add')}</span>
      </Text>
      <Apply fix={fix} write={write && data.changes.length > 0} only={!write} onDone={onDone} />
    </Stack>
  )
}

const Changes = ({ response, root }: { readonly response: FixResponse; readonly root: string | undefined }) => (
  <>
    {response.changes.length === 0 ? <Text size="sm">Nothing to change. The problem was already fixed.</Text> : null}
    {response.changes.map(({ file, diff }) => (
      <section key={file} aria-label={`Changes in ${file}`}>
        <Text size="xs" c="dimmed" className="mono">
          {relativePath(file, root)}
        </Text>
        <Diff text={diff} />
      </section>
    ))}
    {response.failed.map(({ file, why }) => (
      <ErrorAlert key={file} text={`${file}: ${why}`} />
    ))}
  </>
)

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'gone', '@': 'where' }
const Diff = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
  <pre className="text-block mono" tabIndex={0}>
    {text
      .trimEnd()
      .split('\n')
      .filter((line) => !/^(---|\+\+\+) /.test(line))
      .map((line, at) => (
        <span key={at} className={`diff-line diff-${kinds[line[0] ?? ''] ?? 'same'}`}>
          {`${reveal(line)}\n`}
        </span>
      ))}
  </pre>
)

interface ApplyProps {
  readonly fix: string
  readonly write: boolean
  readonly only: boolean
  readonly onDone: () => void
}
function Apply({ fix, write, only, onDone }: ApplyProps) {
  const client = useQueryClient()
  const apply = useMutation<FixResponse, ApiFailure>({
    mutationFn: () => post<FixResponse>('/api/problems/fix', { key: fix, dryRun: false }),
    onSuccess: ({ after, failed, next }) => {
      if (after !== undefined) client.setQueriesData({ queryKey: ['problems'] }, after)
      void client.invalidateQueries({ queryKey: ['health'] })
      if (failed.length === 0 && next === undefined) onDone()
    },
  })
  if (apply.data?.next !== undefined && apply.data.failed.length === 0)
    return <NextStep command={apply.data.next} onDone={onDone} />
  return (
    <Stack gap="xs">
      {apply.error === null ? null : <ErrorAlert text={apply.error.message} next={apply.error.next} />}
      {apply.data?.failed.map(({ file, why }) => (
        <ErrorAlert key={file} text={`${file}: ${why}`} />
      ))}
      <Group gap="sm">
        <Button size="xs" disabled={!write} loading={apply.isPending} onClick={() => apply.mutate()}>
          Apply fix
        </Button>
        {only ? (
          <Text size="xs" c="dimmed">
            This panel is read-only. To apply the fix, run <span className="mono">{typed('panel --write')}</span> or{' '}
            <span className="mono">{typed('check --fix')}</span>
          </Text>
        ) : null}
      </Group>
    </Stack>
  )
}

/** The file is fixed, and its hooks wait for the person. The command is for a terminal: a page cannot trust hooks. */
const NextStep = ({ command, onDone }: { readonly command: string; readonly onDone: () => void }) => (
  <Alert color="yellow" variant="light" role="status" title="Fixed. One step is left">
    <Stack gap="xs">
      <Text size="sm">The changed hooks do not run yet, and their gates refuse. To review and trust them, run:</Text>
      <Group gap="sm">
        <Code>{reveal(command)}</Code>
        <Button size="xs" variant="default" onClick={() => void navigator.clipboard.writeText(command)}>
          Copy
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  </Alert>
)

const ErrorAlert = ({ text, next }: { readonly text: string; readonly next?: string | undefined }) => (
  <Alert color="red" variant="light" role="alert">
    {text} {next}
  </Alert>
)
