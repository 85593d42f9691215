import { expect, test } from 'vitest'
import { asText, draftOf, faultsOf, formOf, isReadable, isSame } from './draft.ts'

const version = {
  hookStep: 'stop',
  scriptName: 'tidy.sh',
  operatingSystems: ['Linux', 'Macintosh'],
  matcher: 'a|b',
  timeout: 0.5,
  failClosed: false,
  loopLimit: 0,
  scriptContent: 'true\n',
}

test('what comes over the wire goes back as it came', () => {
  expect(draftOf(formOf(version))).toEqual(version)
  const { matcher, timeout, failClosed, loopLimit, ...least } = version
  expect(draftOf(formOf(least))).toEqual(least)
})

test('a field that is no number is said before anybody is asked', () => {
  const form = formOf(version)
  expect(faultsOf({ ...form, timeout: '10', loopLimit: ' 3 ' })).toEqual({})
  expect(Object.keys(faultsOf({ ...form, timeout: 'soon', loopLimit: '1.5' }))).toEqual(['timeout', 'loopLimit'])
  expect(Object.keys(faultsOf({ ...form, timeout: '0' }))).toEqual(['timeout'])
})

test('a hook without a name is not saved, and can be checked all the same', () => {
  const form = { ...formOf(version), scriptName: ' ' }
  expect(faultsOf(form)).toEqual({ scriptName: 'A name, like guard.sh.' })
  expect(isReadable(form)).toBe(true)
  expect(isReadable({ ...form, timeout: 'soon' })).toBe(false)
})

test('the order of the systems is no change', () => {
  const form = formOf(version)
  expect(isSame(form, { ...form, operatingSystems: ['Macintosh', 'Linux'] })).toBe(true)
  expect(isSame(form, { ...form, matcher: '' })).toBe(false)
})

test('settings and script are one text for differences', () => {
  expect(asText(version)).toBe(
    'event: stop\nscript: tidy.sh\nsystems: Linux, Macintosh\nmatcher: a|b\ntimeout: 0.5\nfailClosed: false\nloop_limit: 0\n\ntrue\n',
  )
  expect(asText(undefined)).toBe('')
})
