/** Lets the user choose with the keys: up, down, space and Enter. Needs a terminal with raw mode. */
import { emitKeypressEvents } from 'node:readline'
import type { Io } from '../io.ts'
import type { Style } from '../style.ts'
import { type Choice, canToggle } from './offers.ts'
import { choicesText, terminalWidth } from './text.ts'

type KeyInput = Io['stdin'] & { setRawMode(raw: boolean): unknown }
interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}
type PickState = { readonly at: number; readonly choices: readonly Choice[] }

export const hasKeys = (io: Io): boolean =>
  'setRawMode' in io.stdin && io.env.TERM !== 'dumb' && io.env.TERM !== undefined

/** Resolves to undefined if the user quits. */
export function pick(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  const stdin = io.stdin as KeyInput // The caller has checked `hasKeys`.
  let state: PickState = { at: 0, choices }
  let drawn = draw(state, 0, style, io)
  emitKeypressEvents(stdin)
  stdin.setRawMode(true)
  stdin.resume()
  return new Promise((resolve) => {
    const end = (result: readonly Choice[] | undefined) => {
      stdin.off('keypress', press)
      io.signal.removeEventListener('abort', leave)
      stdin.setRawMode(false)
      stdin.pause()
      resolve(result)
    }
    const leave = () => end(undefined)
    const press = (_: string | undefined, { name = '', ctrl = false }: Key) => {
      if ((ctrl && name === 'c') || name === 'q' || name === 'escape') return leave()
      if (name === 'return' || name === 'enter') return end(state.choices)
      state = applyKey(name, state)
      drawn = draw(state, drawn, style, io)
    }
    stdin.on('keypress', press)
    io.signal.addEventListener('abort', leave, { once: true })
  })
}

function applyKey(key: string, { at, choices }: PickState): PickState {
  const last = choices.length - 1
  if (key === 'up' || key === 'k') return { at: at === 0 ? last : at - 1, choices }
  if (key === 'down' || key === 'j') return { at: at === last ? 0 : at + 1, choices }
  const target =
    key === 'space' ? at : /^[1-9]$/.test(key) && Number(key) <= choices.length ? Number(key) - 1 : undefined
  if (target === undefined) return { at, choices }
  const toggled = choices.map((one, index) => (index === target && canToggle(one) ? { ...one, on: !one.on } : one))
  return { at: target, choices: toggled }
}

/** Draws over the previous drawing and returns the number of lines. */
function draw({ at, choices }: PickState, drawn: number, style: Style, io: Io): number {
  const hint = style.dim('Space turns one on or off, Enter continues, q quits')
  const text = `${choicesText(choices, style, terminalWidth(io.stderr), at)}${hint}\n`
  io.stderr.write(`${drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`}${text}`)
  return text.split('\n').length - 1
}
