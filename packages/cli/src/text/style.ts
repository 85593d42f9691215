/** Colours text for people at a terminal. Colour never carries meaning alone: the text says the same. */
import type { Io, Output } from '../io.ts'

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const
export type Style = Readonly<Record<keyof typeof codes, (text: string) => string>>

export function styleFor(output: Output, env: Io['env']): Style {
  const on = isColoured(output, env)
  const paint =
    ([open, close]: readonly [number, number]) =>
    (text: string) =>
      on && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return Object.fromEntries(Object.entries(codes).map(([name, pair]) => [name, paint(pair)])) as Style // It has the keys of `codes`.
}

function isColoured(output: Output, { FORCE_COLOR, NO_COLOR, TERM }: Io['env']): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if ((NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb') return false
  return output.isTTY === true
}
