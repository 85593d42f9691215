import { userInfo } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { homeDirectory, thisPlatform } from './machine.ts'

const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME'
const before = process.env[name]
afterEach(() => {
  process.env[name] = before
})

it.each(['', '.', 'home/ada', '..'])('a home directory that is not absolute does not count: %j', (home) => {
  process.env[name] = home
  expect(homeDirectory()).toBe(userInfo().homedir)
  expect(thisPlatform().home).toBe(userInfo().homedir)
})

it('an absolute home directory counts', () => {
  const home = process.platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada'
  process.env[name] = home
  expect(thisPlatform().home).toBe(home)
})
