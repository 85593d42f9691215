/** Switching with the keys: up and down, space, Enter. For a terminal that hands keys over one by one. */
import { emitKeypressEvents } from 'node:readline'
import type { Io } from '../io.ts'
import type { Style } from '../style.ts'
import { type Choice, isFree } from './offers.ts'
import { choicesText, widthOf } from './text.ts'

type Keys = Io['stdin'] & { setRawMode(raw: boolean): unknown }
interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}
type State = { readonly at: number; readonly choices: readonly Choice[] }

export const hasKeys = (io: Io): boolean =>
  'setRawMode' in io.stdin && io.env.TERM !== 'dumb' && io.env.TERM !== undefined

/** Undefined when the person leaves. */
export function pick(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  const stdin = io.stdin as Keys
  let state: State = { at: 0, choices }
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
      state = after(name, state)
      drawn = draw(state, drawn, style, io)
    }
    stdin.on('keypress', press)
    io.signal.addEventListener('abort', leave, { once: true })
  })
}

function after(key: string, { at, choices }: State): State {
  const last = choices.length - 1
  if (key === 'up' || key === 'k') return { at: at === 0 ? last : at - 1, choices }
  if (key === 'down' || key === 'j') return { at: at === last ? 0 : at + 1, choices }
  const place =
    key === 'space' ? at : /^[1-9]$/.test(key) && Number(key) <= choices.length ? Number(key) - 1 : undefined
  if (place === undefined) return { at, choices }
  const switched = choices.map((one, index) => (index === place && isFree(one) ? { ...one, on: !one.on } : one))
  return { at: place, choices: switched }
}

/** Over what was drawn before; says how many lines it took. */
function draw({ at, choices }: State, drawn: number, style: Style, io: Io): number {
  const hint = style.dim('space switches, Enter goes on, q leaves')
  const text = `${choicesText(choices, style, widthOf(io.stderr), at)}${hint}\n`
  io.stderr.write(`${drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`}${text}`)
  return text.split('\n').length - 1
}
