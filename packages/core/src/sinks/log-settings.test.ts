import { expect, test } from 'vitest'
import type { Settings } from '../flow.ts'
import { logSettings } from './log-settings.ts'

const says = (source: Settings['source'], log: unknown): Settings => ({ source, file: `/${source}`, values: { log } })

test.each([
  ['no file has settings', [], { capture: 'lean', maxMb: 256 }],
  ['the user wants all of it', [says('user', { capture: 'full', maxMb: 64 })], { capture: 'full', maxMb: 64 }],
  ['a project cannot want more', [says('project', { capture: 'full', maxMb: 9 })], { capture: 'lean', maxMb: 256 }],
  [
    'a project can want less',
    [says('project', { capture: 'lean' }), says('user', { capture: 'full' })],
    { capture: 'lean', maxMb: 256 },
  ],
  [
    'an organisation wants less than its user',
    [says('enterprise', { capture: 'lean', maxMb: 32 }), says('user', { capture: 'full', maxMb: 999 })],
    { capture: 'lean', maxMb: 32 },
  ],
  [
    'of two teams the one that keeps more',
    [says('team', { maxMb: 1 }), says('team', { maxMb: 512 }), says('user', { maxMb: 999 })],
    { capture: 'lean', maxMb: 512 },
  ],
  ['a plugin has no say', [says('plugin', { capture: 'full', maxMb: 1 })], { capture: 'lean', maxMb: 256 }],
  [
    'nonsense counts as nothing',
    [says('user', { capture: 5, maxMb: -1 }), says('team', 'x')],
    { capture: 'lean', maxMb: 256 },
  ],
  ['an owner switches the audit log on', [says('user', { audit: true })], { capture: 'lean', maxMb: 256, audit: true }],
  [
    'an owner on and another off',
    [says('enterprise', { audit: false, failClosed: true }), says('user', { audit: true })],
    { capture: 'lean', maxMb: 256, audit: true, failClosed: true },
  ],
  ['an owner ends it', [says('user', { audit: false })], { capture: 'lean', maxMb: 256, audit: false }],
  ['a project has no say', [says('project', { audit: true, failClosed: true })], { capture: 'lean', maxMb: 256 }],
  ['a size has bounds', [says('user', { maxMb: 0.001 })], { capture: 'lean', maxMb: 1 }],
] as const)('%s', (_name, settings, want) => {
  expect(logSettings(settings)).toEqual(want)
})
