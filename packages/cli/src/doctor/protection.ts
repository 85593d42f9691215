/** Whether agents here can change what guards them. */
import { protectedNames } from '@hookline/core/node'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

/** The pack that protects the others; each of its hooks is named `<pack>/<hook>`. */
const pack = 'config-guard'

/** Nothing to say where no hook is: then there is nothing to protect. */
export function protectionFindings({ entries }: Pick<Survey, 'entries'>): readonly Finding[] {
  const base = { area: 'managed', subject: pack } as const
  const own = entries.filter(({ name }) => name?.startsWith(`${pack}/`) === true)
  if (own.some(({ held }) => held === undefined)) {
    const says = `an agent cannot change what guards it: ${protectedNames.names.length} patterns of files, and the program`
    return [{ ...base, state: 'ok', says }]
  }
  if (own.length > 0 || entries.every(({ held }) => held !== undefined)) return []
  const says = 'not installed: an agent can change its own hooks, or switch them off'
  return [{ ...base, state: 'warn', says, next: `hookline add ${pack}` }]
}
