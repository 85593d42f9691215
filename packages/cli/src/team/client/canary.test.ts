import type { Settings } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { canaryInterval } from './canary.ts'

const hourMs = 3_600_000
const setting = (source: string, canary?: unknown) =>
  ({ source, file: 'hookline.json', values: canary === undefined ? {} : { canary } }) as Settings

test('there is no canary unless a setting asks for one', () => {
  expect(canaryInterval([])).toBeUndefined()
  expect(canaryInterval([setting('user'), setting('team', 'off')])).toBeUndefined()
  expect(canaryInterval([setting('team', 'every second')])).toBeUndefined()
  expect(canaryInterval([setting('project', 'hourly')])).toBeUndefined()
})

test('the organisation counts before the person, and the person before teams', () => {
  expect(canaryInterval([setting('team', 'daily'), setting('team', 'hourly')])).toBe(hourMs)
  expect(canaryInterval([setting('team', 'hourly'), setting('user', 'off')])).toBeUndefined()
  expect(canaryInterval([setting('enterprise', 'weekly'), setting('user', 'off')])).toBe(7 * 24 * hourMs)
})
