/** Keeps the filters of a page in its address, so that the address can be reloaded, saved and sent. */
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** Replaces the query of the address. The history gets no new entry, because each key press would add one. */
export function showInAddress(query: string): void {
  const next = `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`
  if (next !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(history.state, '', next)
}

type Values<N extends string> = Readonly<Record<N, string>>

/** The values of these names in the address, and how to change some of them. A value that is not there is empty. */
export function useAddressValues<N extends string>(
  names: readonly N[],
): readonly [Values<N>, (change: Partial<Values<N>>) => void] {
  const { state, search } = useRouterState({ select: ({ location }) => location })
  const key = state.__TSR_key
  const [shown, show] = useState(() => ({ key, values: readValues(search, names) }))
  // A link that leads to this page again has another key, and its own values.
  const values = shown.key === key ? shown.values : readValues(search, names)
  const change = (next: Partial<Values<N>>) => {
    const all: Values<N> = { ...values, ...next }
    show({ key, values: all })
    showInAddress(
      new URLSearchParams(names.filter((name) => all[name] !== '').map((name) => [name, all[name]])).toString(),
    )
  }
  return [values, change]
}

/** An address is untrusted input. The router reads a number in it as a number. */
const readValues = <N extends string>(search: Readonly<Record<string, unknown>>, names: readonly N[]): Values<N> =>
  // The keys are the names.
  Object.fromEntries(names.map((name) => [name, asText(search[name])])) as Values<N>

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
