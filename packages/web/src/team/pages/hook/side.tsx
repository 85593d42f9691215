/** Beside the editor: checks, a trial, the difference to what machines have, the history. */

import type { Finding, Hook } from '@hookline/team/wire'
import { Tabs } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Changes } from './changes.tsx'
import { Checks, countSaid } from './checks.tsx'
import type { Form } from './draft.ts'
import { History } from './history.tsx'
import { Trial } from './trial.tsx'

interface Props {
  readonly hook: Hook | undefined
  readonly form: Form
  /** What is in the form is not saved. */
  readonly dirty: boolean
  readonly check: UseQueryResult<readonly Finding[]>
  readonly lacks: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export function Side({ hook, form, dirty, check, lacks, onRestored }: Props) {
  return (
    <Tabs defaultValue="checks" keepMounted={false} className="side">
      <Tabs.List>
        <Tabs.Tab value="checks">{countSaid(check.data)}</Tabs.Tab>
        <Tabs.Tab value="try">Try</Tabs.Tab>
        <Tabs.Tab value="changes">Changes</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="checks">
        <Checks check={check} />
      </Tabs.Panel>
      <Tabs.Panel value="try">
        <Trial hookId={hook?.id ?? 0n} form={form} lacks={lacks} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <Changes hook={hook} form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History hook={hook} dirty={dirty} lacks={lacks} onRestored={onRestored} />
      </Tabs.Panel>
    </Tabs>
  )
}
