/** Reports whether agents can change the hooks that guard them. */
import { protectedNames } from '@hookline/core/node'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

/** The pack that protects hooks. Each of its hooks is named `<pack>/<hook>`. */
const pack = 'config-guard'

/** Empty if there are no hooks, because then there is nothing to protect. */
export function protectionFindings({ entries }: Pick<Survey, 'entries'>): readonly Finding[] {
  const base = { area: 'managed', subject: pack } as const
  const own = entries.filter(({ name }) => name?.startsWith(`${pack}/`) === true)
  if (own.some(({ held }) => held === undefined)) {
    const says = `agents cannot change their hooks: protects ${protectedNames.names.length} file patterns and the program`
    return [{ ...base, state: 'ok', says }]
  }
  if (own.length > 0 || entries.every(({ held }) => held !== undefined)) return []
  const says = 'not installed, so an agent can change its own hooks or turn them off'
  return [{ ...base, state: 'warn', says, next: `hookline add ${pack}` }]
}
