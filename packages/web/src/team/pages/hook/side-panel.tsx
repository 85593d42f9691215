/** The tabs beside the editor: checks, trial, changes and history. */

import type { Finding, Hook } from '@hookline/team/wire'
import { Tabs } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Changes } from './changes.tsx'
import { Checks, describeChecks } from './checks.tsx'
import type { Form } from './draft.ts'
import { History } from './history.tsx'
import { Trial } from './trial.tsx'

interface Props {
  readonly hook: Hook | undefined
  readonly form: Form
  /** The form has unsaved changes. */
  readonly dirty: boolean
  readonly check: UseQueryResult<readonly Finding[]>
  readonly missingRole: string | undefined
  readonly onRestored: (hook: Hook) => void
}
export function SidePanel({ hook, form, dirty, check, missingRole, onRestored }: Props) {
  return (
    <Tabs defaultValue="checks" keepMounted={false} className="side">
      <Tabs.List>
        <Tabs.Tab value="checks">{describeChecks(check.data)}</Tabs.Tab>
        <Tabs.Tab value="try">Try</Tabs.Tab>
        <Tabs.Tab value="changes">Changes</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="checks">
        <Checks check={check} />
      </Tabs.Panel>
      <Tabs.Panel value="try">
        <Trial hookId={hook?.id ?? 0n} form={form} missingRole={missingRole} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <Changes hook={hook} form={form} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History hook={hook} dirty={dirty} missingRole={missingRole} onRestored={onRestored} />
      </Tabs.Panel>
    </Tabs>
  )
}
