import { expect, test } from 'vitest'
import { validateCode } from './code-form.ts'

const form = { note: '', uses: '1', hours: '24' }

test('the errors for devices and hours contain the limits', () => {
  expect(validateCode(form)).toEqual({})
  expect(validateCode({ ...form, uses: ' 10000 ', hours: '2160' })).toEqual({})
  expect(validateCode({ ...form, uses: '0', hours: '99999999' })).toEqual({
    uses: 'Enter a number from 1 to 10000.',
    hours: 'Enter a number from 1 to 2160.',
  })
  for (const text of ['', 'two', '1.5', '-1', '1e2'])
    expect(Object.keys(validateCode({ ...form, uses: text }))).toEqual(['uses'])
})
