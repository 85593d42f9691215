/** The details of a hook: its command, its recent runs, its script, and a button to disable it. */
import { Button, Group, Text, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeView } from '../../../kit/code-view.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { formatAgo, formatDate, formatJson, relativePath } from '../../../kit/text.ts'
import type { DisableRequest, Health, Hook, HooksPage, Script } from '../../../wire/panel.ts'
import { type ApiFailure, get, post } from '../../api.ts'
import { readOnlyText } from '../../command.ts'
import { HookRunsPart, MatcherTester } from './hook-runs.tsx'
import { describeRuns, formatTimeout } from './labels.ts'

const HOUR_MS = 3_600_000

interface Props {
  readonly hook: Hook
  readonly health: Health | undefined
}
export function HookDetails({ hook, health }: Props) {
  const [reading, setReading] = useState(false)
  return (
    <div className="hook-details">
      <dl className="hook-facts">
        {factsOf(hook, health?.root).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reveal(value)}</dd>
          </div>
        ))}
      </dl>
      {hook.parameters === undefined ? null : (
        <section aria-label="Pack parameters">
          <Text size="xs" c="dimmed">
            Pack parameters
          </Text>
          <pre className="text-block mono">{reveal(formatJson(hook.parameters))}</pre>
        </section>
      )}
      <HookRunsPart hook={hook} />
      {hook.state === 'call' || hook.state === 'closed' ? null : <MatcherTester hook={hook} />}
      <Group gap="xs">
        <DisableButton hook={hook} write={health?.write === true} />
        {hook.script === undefined ? null : (
          <Button size="xs" variant="default" aria-expanded={reading} onClick={() => setReading(!reading)}>
            {reading ? 'Hide script' : 'Show script'}
          </Button>
        )}
      </Group>
      {reading ? <ScriptText hook={hook} root={health?.root} /> : null}
    </div>
  )
}

const describeBudget = ({ budgetMs, lateDenies }: Hook): string | undefined =>
  budgetMs === undefined ? undefined : `${formatTimeout(budgetMs)}${lateDenies === true ? ', then it denies' : ''}`

type Fact = readonly [name: string, value: string]
const factsOf = (hook: Hook, root: string | undefined): readonly Fact[] => {
  const { command, label, timeoutMs, type, recent, changedAt, script, id, disabledUntil } = hook
  const facts: readonly (readonly [string, string | undefined])[] = [
    [type === 'command' ? 'Command' : 'Runs', command ?? label],
    ['Script', script === undefined ? undefined : relativePath(script, root)],
    ['Kind', type === 'command' ? undefined : type],
    ['Timeout', formatTimeout(timeoutMs)],
    ['Budget of the event', describeBudget(hook)],
    ...(hook.order === undefined ? [] : ([['Order', String(hook.order)]] as const)),
    ['The model', hook.verify],
    ['Recent runs', describeRuns({ recent })],
    ['Changed', changedAt === undefined ? undefined : `${formatDate(changedAt)} (${formatAgo(changedAt)})`],
    ['Disabled until', disabledUntil === undefined ? undefined : formatDate(disabledUntil)],
    ['ID', id],
  ]
  return facts.filter((fact): fact is Fact => fact[1] !== undefined)
}

/** Disables the hook for an hour, or enables it again. Without `--write` the button explains how. */
function DisableButton({ hook, write }: { readonly hook: Hook; readonly write: boolean }) {
  const client = useQueryClient()
  const off = hook.disabledUntil !== undefined
  const toggle = useMutation<HooksPage, ApiFailure>({
    mutationFn: () => {
      const request: DisableRequest = off ? { id: hook.id } : { id: hook.id, forMs: HOUR_MS }
      return post<HooksPage>(off ? '/api/hooks/enable' : '/api/hooks/disable', request)
    },
    onSuccess: (page) => {
      client.setQueriesData({ queryKey: ['hooks'] }, page)
      void client.invalidateQueries({ queryKey: ['health'] })
    },
  })
  const why = disabledReason(hook, write)
  return (
    <>
      <Tooltip label={why} disabled={why === undefined}>
        <Button
          size="xs"
          variant="default"
          data-disabled={why !== undefined}
          aria-disabled={why !== undefined}
          loading={toggle.isPending}
          onClick={() => why === undefined && toggle.mutate()}
        >
          {off ? 'Enable' : 'Disable for 1 h'}
        </Button>
      </Tooltip>
      {why === undefined ? null : (
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      )}
      {toggle.error === null ? null : (
        <Text size="xs" className="tone-deny" role="alert">
          {toggle.error.message} {toggle.error.next}
        </Text>
      )}
    </>
  )
}

function disabledReason({ canDisable, disabledUntil, state }: Hook, write: boolean): string | undefined {
  if (!canDisable && disabledUntil === undefined)
    return state === 'runs' ? 'Hooks managed by an organisation cannot be disabled here.' : 'This hook does not run.'
  return write ? undefined : readOnlyText()
}

function ScriptText({ hook, root }: { readonly hook: Hook; readonly root: string | undefined }) {
  const { data, error } = useQuery<Script, ApiFailure>({
    queryKey: ['script', hook.id, hook.changedAt],
    queryFn: ({ signal }) => get<Script>(`/api/script?hook=${encodeURIComponent(hook.id)}`, signal),
  })
  if (error !== null) return <Text size="sm">{error.message}</Text>
  if (data === undefined) return <Text size="sm">Loading the script…</Text>
  return (
    <section aria-label="Script">
      <Text size="xs" c="dimmed">
        {relativePath(data.file, root)}
        {data.cut ? ' (first part)' : ''}
      </Text>
      <CodeView text={data.text} label={`Script of ${hook.name}`} />
    </section>
  )
}
