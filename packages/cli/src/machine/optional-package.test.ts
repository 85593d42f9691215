import { expect, it } from 'vitest'
import { loadOptional } from './optional-package.ts'

const team = { packageName: '@hookline/team', command: 'serve' }
const load = async (loads: () => Promise<unknown>) => {
  let stderr = ''
  const loaded = await loadOptional(team, loads, { stderr: { write: (text) => (stderr += text) } })
  return { loaded, stderr }
}
const lacks = (name: string) => () =>
  Promise.reject(
    Object.assign(new Error(`Cannot find package '${name}' imported from /x`), { code: 'ERR_MODULE_NOT_FOUND' }),
  )

it('says which package is missing and how to install it', async () => {
  expect(await load(lacks('@hookline/team'))).toEqual({
    loaded: undefined,
    stderr:
      'hookline: hookline serve needs the package @hookline/team, which is not installed. In the clone of Hookline, run: npm ci && npm run build\n',
  })
})

it('says what an incomplete package lacks', async () => {
  expect((await load(lacks('pg'))).stderr).toBe(
    "hookline: hookline serve needs the package @hookline/team, which is incomplete (Cannot find package 'pg' imported from /x). In the clone of Hookline, run: npm ci && npm run build\n",
  )
})

it('gives what it loads, and throws any other error', async () => {
  expect(await load(async () => 7)).toEqual({ loaded: 7, stderr: '' })
  await expect(load(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
