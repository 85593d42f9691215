import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isTeamSetting, settingRows } from '../protocol/hooks-file.ts'

const contract = readFileSync(fileURLToPath(new URL('../../../../docs/contract.md', import.meta.url)), 'utf8')
const named = /A team may set `([^`]+)`/.exec(contract)?.[1]?.split(' ') ?? []

it('the contract names every setting that a team may set, and no other', () => {
  expect(named.toSorted()).toEqual(Object.keys(settingRows).filter(isTeamSetting).toSorted())
})

it('a name that is not a setting is not for teams', () => {
  expect(['constructor', 'version', 'models', 'exceptions'].filter(isTeamSetting)).toEqual([])
})
