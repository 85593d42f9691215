import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { styleFor } from '../style.ts'
import type { Choice } from './offers.ts'
import { hasKeys, pick } from './pick.ts'

const choice = (name: string, on: boolean, more: Partial<Choice> = {}): Choice => ({
  offer: { name, does: `does ${name}`, when: 'stop', on },
  on,
  isThere: false,
  ...more,
})
const choices = [choice('one', true), choice('two', false), choice('three', true, { isThere: true })]

/** A terminal that hands over these keys, each after what came before it was drawn. */
async function typed(keys: string) {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) })
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const stderr = { isTTY: true, columns: 80, write }
  const env = { NO_COLOR: '1', TERM: 'xterm' }
  const io = { stdin, stdout: stderr, stderr, env, cwd: '/', signal: new AbortController().signal }
  expect(hasKeys(io)).toBe(true)
  const picked = pick(choices, styleFor(stderr, env), io)
  stdin.write(keys)
  const on = (await picked)?.filter((one) => one.on).map(({ offer }) => offer.name)
  expect(raw).toEqual([true, false])
  return { on, out }
}
const [up, down] = ['\u001b[A', '\u001b[B']

describe('choosing with the keys', () => {
  it('continues with the suggestions at Enter', async () => {
    expect((await typed('\r')).on).toEqual(['one', 'three'])
  })

  it('toggles the marked row, wraps around the list, and never toggles what is already there', async () => {
    expect((await typed(` ${down} \r`)).on).toEqual(['two', 'three'])
    expect((await typed(`${up} \r`)).on).toEqual(['one', 'three'])
    expect((await typed(`${up}${down} \r`)).on).toEqual(['three'])
    expect((await typed('29\r')).on).toEqual(['one', 'two', 'three'])
  })

  it('draws over the previous drawing', async () => {
    const { out } = await typed(' \r')
    expect(out).toContain('› 1 ● one    does one    stop\n')
    expect(out).toContain('\u001b[6A\u001b[J\nSuggested\n› 1 ○ one    does one    stop\n')
  })

  it.each(['q', '\u0003'])('leaves at %j', async (key) => {
    expect((await typed(key)).on).toBeUndefined()
  })
})
