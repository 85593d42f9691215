import { expect, test } from 'vitest'
import { initialForm, isSame, isSendable, startForm, toDraft, toForm, toText, validateForm } from './draft.ts'

const version = {
  kind: 'script',
  config: '{"mode":"monitor"}',
  hookStep: 'stop',
  scriptName: 'tidy.sh',
  operatingSystems: ['Linux', 'Macintosh'],
  matcher: 'a|b',
  timeout: 0.5,
  failClosed: false,
  loopLimit: 0,
  approvals: true,
  scriptContent: 'true\n',
}

test('a version survives the way into the form and back unchanged', () => {
  expect(toDraft(toForm(version))).toEqual(version)
  const { matcher, timeout, failClosed, loopLimit, approvals, ...least } = version
  expect(toDraft(toForm(least))).toEqual(least)
})

test('a field that is not a number is reported before it is sent', () => {
  const form = toForm(version)
  expect(validateForm({ ...form, timeout: '10', loopLimit: ' 3 ' })).toEqual({})
  expect(Object.keys(validateForm({ ...form, timeout: 'soon', loopLimit: '1.5' }))).toEqual(['timeout', 'loopLimit'])
  expect(Object.keys(validateForm({ ...form, timeout: '0' }))).toEqual(['timeout'])
})

test('a hook without a name cannot be saved, but can be checked', () => {
  const form = { ...toForm(version), scriptName: ' ' }
  expect(validateForm(form)).toEqual({ scriptName: 'Enter a name, such as guard.sh.' })
  expect(isSendable(form)).toBe(true)
  expect(isSendable({ ...form, timeout: 'soon' })).toBe(false)
})

test('the order of the systems does not count as a change', () => {
  const form = toForm(version)
  expect(isSame(form, { ...form, operatingSystems: ['Macintosh', 'Linux'] })).toBe(true)
  expect(isSame(form, { ...form, matcher: '' })).toBe(false)
})

test('settings and script are one text for differences', () => {
  expect(toText(version)).toBe(
    'event: stop\nscript: tidy.sh\nsystems: Linux, Macintosh\nmatcher: a|b\ntimeout: 0.5\nfailClosed: false\nloop_limit: 0\napprovals: true\n\n{\n  "mode": "monitor"\n}\n\ntrue\n',
  )
  expect(toText(undefined)).toBe('')
})

test('a pack has no event and no script, and settings have a name of their own', () => {
  expect(toDraft({ ...startForm('pack', initialForm), scriptName: 'shell-guard' })).toEqual({
    kind: 'pack',
    config: '',
    hookStep: '',
    scriptName: 'shell-guard',
    operatingSystems: [],
    scriptContent: '',
  })
  expect(validateForm(startForm('pack', initialForm))).toEqual({ scriptName: 'Choose a pack.' })
  expect(validateForm(startForm('settings', initialForm))).toEqual({})
  expect(validateForm({ ...startForm('settings', initialForm), config: '{' })).toHaveProperty('config')
  expect(startForm('rule', startForm('pack', initialForm)).hookStep).toBe('beforeShellExecution')
})
