/** A trial, and its form in the address of the page, so that a link shows the same trial. Pure. */
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

export const MAX_COLUMNS = 4
/** A longer payload is not written to the address, because servers and chat programs cut long links. */
const MAX_ADDRESS_LENGTH = 6000

export const sampleText = ({ events }: TryForm, event: string): string =>
  formatJson(events.find(({ name }) => name === event)?.sample ?? {})

/** The newest edition comes first. */
const firstColumn = ({ editions, agents }: TryForm): Column => ({
  edition: editions[0] ?? '',
  agent: agents[0] ?? '',
})

/** Reads a trial from the address. Unknown events, editions and agents are ignored. */
export function readTrial(search: Search, form: TryForm): Trial {
  const requested = String(search.event ?? '')
  const event = form.events.some(({ name }) => name === requested) ? requested : form.first
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
    .slice(0, MAX_COLUMNS)
}

export function toSearch({ event, columns, text }: Trial, form: TryForm): Search {
  const unchanged = text === sampleText(form, event)
  return {
    event,
    in: columns.map(({ edition, agent }) => `${edition}:${agent}`).join(','),
    ...(unchanged || text.length > MAX_ADDRESS_LENGTH ? {} : { input: text }),
  }
}

export const isTooLongForAddress = ({ text }: Trial): boolean => text.length > MAX_ADDRESS_LENGTH

/** A trial of a recorded event. */
export function trialFromStory({ row, edition, input, originalInput }: Story, form: TryForm): Trial {
  const defaultColumn = firstColumn(form)
  return {
    event: row.event,
    columns: [
      {
        edition: form.editions.includes(edition) ? edition : defaultColumn.edition,
        agent: form.agents.includes(row.agent) ? row.agent : defaultColumn.agent,
      },
    ],
    // The input before a hook rewrote it.
    text: formatJson(originalInput ?? input),
  }
}

/** An unused pair, preferably the next edition for the same agent. */
export function nextColumn(columns: readonly Column[], { editions, agents }: TryForm): Column | undefined {
  const last = columns.at(-1)
  const agentsInTurn = last === undefined ? agents : [last.agent, ...agents.filter((agent) => agent !== last.agent)]
  const pairs = agentsInTurn.flatMap((agent) => editions.map((edition) => ({ edition, agent })))
  return pairs.find((pair) => !columns.some(({ edition, agent }) => edition === pair.edition && agent === pair.agent))
}

export type PayloadResult = { readonly ok: true; readonly input: Json } | { readonly ok: false; readonly why: string }

export function readPayload(text: string): PayloadResult {
  try {
    const value: unknown = JSON.parse(text)
    // The condition checks that it is an object.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, input: value as Json }
    return { ok: false, why: 'The payload must be a JSON object: { … }' }
  } catch (thrown) {
    return { ok: false, why: describeParseError(thrown) }
  }
}

/** The message of the JSON parser without its copy of the text, because the editor shows the position. */
export const describeParseError = (thrown: unknown): string =>
  `Not JSON: ${String(thrown instanceof Error ? thrown.message : thrown)
    .replace(/,? (?:\.\.\.)?".*" is not valid JSON$/s, '')
    .replace(/ in JSON at position .*$/s, '')}`
