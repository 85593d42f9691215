/** The filter of the decisions page. It is the query of the address, so that a link shows the same list. Pure. */

/** Also the names in the address, and in the address of an export. */
const filterNames = ['device', 'agent', 'event', 'hook', 'rule', 'decision', 'result', 'since', 'from', 'to'] as const
export type DecisionFilter = Readonly<Partial<Record<(typeof filterNames)[number], string>>>

/** Reads the filter from an address, which is untrusted input. */
export function parseFilter(search: Readonly<Record<string, unknown>>): DecisionFilter {
  const entries = filterNames.flatMap((name) => {
    const value = search[name]
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isText && value !== '' ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(entries)
}

export const periods = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '1d', label: 'Last day', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
] as const

/** A period before now becomes its begin. Without any time, everything that is kept counts. */
export function resolveTimes({ since, ...filter }: DecisionFilter, now = Date.now()): DecisionFilter {
  const ms = periods.find(({ value }) => value === since)?.ms
  return ms === undefined ? filter : { ...filter, from: new Date(now - ms).toISOString() }
}

/** As the request of the server has it. A hook that is not a number matches nothing, so the server refuses it. */
export function toRequest(filter: DecisionFilter, now = Date.now()) {
  const {
    device = '',
    hook = '',
    agent = '',
    event = '',
    rule = '',
    decision = '',
    result = '',
    from = '',
    to = '',
  } = resolveTimes(filter, now)
  const hookId = /^\d{1,15}$/.test(hook) ? BigInt(hook) : hook === '' ? 0n : -1n
  return { deviceId: device, hookId, agent, event, rule, decision, result, from, to }
}

export function exportPath(teamId: string, filter: DecisionFilter, format: 'csv' | 'jsonl', now = Date.now()): string {
  const query = new URLSearchParams(Object.entries(resolveTimes(filter, now)))
  return `/export/${encodeURIComponent(teamId)}/decisions.${format}${query.size === 0 ? '' : `?${query}`}`
}

/** The filter with one value changed; an empty value removes it. */
export function withValue(filter: DecisionFilter, changes: DecisionFilter): DecisionFilter {
  return Object.fromEntries(Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== ''))
}
