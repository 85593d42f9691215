/** What is being tried, and how it is written in the page's address, so that a link shows the same. Pure. */
import { formatJson } from '../../../kit/text.ts'
import type { Json, Story, TryForm } from '../../../wire/panel.ts'

export interface Column {
  readonly edition: string
  readonly agent: string
}
export interface Trial {
  readonly event: string
  readonly columns: readonly Column[]
  /** The payload as it was typed. */
  readonly text: string
}
export type Search = Readonly<Record<string, unknown>>

export const MOST_COLUMNS = 4
/** A longer payload is not written in the address: servers and chat programs cut there. */
const LONGEST_IN_ADDRESS = 6000

export const sampleText = ({ events }: TryForm, event: string): string =>
  formatJson(events.find(({ name }) => name === event)?.sample ?? {})

/** The newest edition is the form's first. */
export const firstColumn = ({ editions, agents }: TryForm): Column => ({
  edition: editions[0] ?? '',
  agent: agents[0] ?? '',
})

/** The address is a person's text: what is not in the form is not taken over. */
export function trialOf(search: Search, form: TryForm): Trial {
  const asked = String(search.event ?? '')
  const event = form.events.some(({ name }) => name === asked) ? asked : form.first
  const columns = columnsOf(String(search.in ?? ''), form)
  return {
    event,
    columns: columns.length === 0 ? [firstColumn(form)] : columns,
    text: search.input === undefined ? sampleText(form, event) : formatJson(search.input),
  }
}

function columnsOf(text: string, { editions, agents }: TryForm): readonly Column[] {
  return text
    .split(',')
    .map((pair) => pair.split(':'))
    .map(([edition = '', agent = '']) => ({ edition, agent }))
    .filter(({ edition, agent }) => editions.includes(edition) && agents.includes(agent))
    .slice(0, MOST_COLUMNS)
}

export function searchOf({ event, columns, text }: Trial, form: TryForm): Search {
  const unchanged = text === sampleText(form, event)
  return {
    event,
    in: columns.map(({ edition, agent }) => `${edition}:${agent}`).join(','),
    ...(unchanged || text.length > LONGEST_IN_ADDRESS ? {} : { input: text }),
  }
}

export const tooLongForAddress = ({ text }: Trial): boolean => text.length > LONGEST_IN_ADDRESS

/** A recorded event, to be tried again. */
export function trialOfStory({ row, edition, input, originalInput }: Story, form: TryForm): Trial {
  const usualColumn = firstColumn(form)
  return {
    event: row.event,
    columns: [
      {
        edition: form.editions.includes(edition) ? edition : usualColumn.edition,
        agent: form.agents.includes(row.agent) ? row.agent : usualColumn.agent,
      },
    ],
    // What the hooks were given, before one of them rewrote it.
    text: formatJson(originalInput ?? input),
  }
}

/** A pair that is not there yet, most often the next edition for the same agent. */
export function nextColumn(columns: readonly Column[], { editions, agents }: TryForm): Column | undefined {
  const last = columns.at(-1)
  const agentsInTurn = last === undefined ? agents : [last.agent, ...agents.filter((agent) => agent !== last.agent)]
  const pairs = agentsInTurn.flatMap((agent) => editions.map((edition) => ({ edition, agent })))
  return pairs.find((pair) => !columns.some(({ edition, agent }) => edition === pair.edition && agent === pair.agent))
}

export type Read = { readonly ok: true; readonly input: Json } | { readonly ok: false; readonly why: string }

export function readPayload(text: string): Read {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, input: value as Json }
    return { ok: false, why: 'The payload must be a JSON object: { … }' }
  } catch (thrown) {
    return { ok: false, why: plainly(thrown) }
  }
}

/** The engine's words without its copy of the text: the editor shows the place. */
export const plainly = (thrown: unknown): string =>
  `Not JSON: ${String(thrown instanceof Error ? thrown.message : thrown)
    .replace(/,? (?:\.\.\.)?".*" is not valid JSON$/s, '')
    .replace(/ in JSON at position .*$/s, '')}`
