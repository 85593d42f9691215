import { expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))

it('asks for the signal of the host when its own is first read, and once', () => {
  let asked = 0
  const host = new AbortController()
  const deadline = startDeadline(60_000, () => {
    asked++
    return host.signal
  })
  expect(asked).toBe(0)
  expect([deadline.signal, deadline.signal].map((one) => one.aborted)).toEqual([false, false])
  expect(asked).toBe(1)
  host.abort()
  expect(deadline.signal.aborted).toBe(true)
  deadline.end()
})

it('is cancelled if the host was before the signal was read', () => {
  const { signal, end } = startDeadline(60_000, () => AbortSignal.abort())
  expect(signal.reason).toMatchObject({ message: 'the host cancelled the event' })
  end()
})

it('counts the time from its start, and not from the first reader', async () => {
  const deadline = startDeadline(400)
  await pause(400)
  const started = performance.now()
  await aborted(deadline.signal)
  expect(performance.now() - started).toBeLessThan(350)
  expect(deadline.signal.reason).toMatchObject({ message: 'the event had no answer within 0.4 s' })
})

it('ends without a reader', () => {
  startDeadline(1).end()
})
