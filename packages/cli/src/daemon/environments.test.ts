import { expect, test } from 'vitest'
import { createEnvironments } from './environments.ts'
import { list } from './frames.ts'

test('the same bytes are read once and give the same object', () => {
  const environments = createEnvironments({ HOME: '/home/me' })
  const bytes = () => list(['HOME=/home/me', 'EMPTY=', 'A=b=c', 'not a variable'])
  const first = environments.read(bytes())
  expect(first).toEqual({ env: { HOME: '/home/me', EMPTY: '', A: 'b=c' }, isForThisDaemon: true })
  expect(environments.read(bytes())).toBe(first)
  expect(environments.read(list(['HOME=/home/me']))).not.toBe(first)
})

test('the first of two variables of one name counts, as for Node', () => {
  const { env } = createEnvironments({}).read(list(['A=first', 'A=second']))
  expect(env).toEqual({ A: 'first' })
})

test('a caller with another home directory is not for this daemon', () => {
  const environments = createEnvironments({ HOME: '/home/me' })
  expect(environments.read(list(['HOME=/home/you'])).isForThisDaemon).toBe(false)
  expect(environments.read(list(['HOME=/home/me', 'HOOKLINE_DEPTH=2'])).isForThisDaemon).toBe(true)
})

test('a buffer that is used again does not change what was read', () => {
  const environments = createEnvironments({})
  const bytes = list(['A=1'])
  const { env } = environments.read(bytes)
  bytes.fill(0)
  expect(environments.read(list(['A=1'])).env).toBe(env)
})
