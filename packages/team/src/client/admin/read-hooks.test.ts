import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readHooksDirectory } from './read-hooks.ts'

function directoryWith(files: Readonly<Record<string, string | object>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-publish-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return directory
}
const script = '#!/bin/sh\nexit 0\n'
const shell = (...entries: readonly object[]) => ({ version: 1, hooks: { beforeShellExecution: entries } })
const read = (files: Readonly<Record<string, string | object>>) => readHooksDirectory(directoryWith(files))

test('reads every kind of hook, packs and settings', async () => {
  const wanted = await read({
    'hooks.json': shell({ command: './guard.sh', matcher: 'git', operating_systems: ['Linux'] }),
    'guard.sh': script,
    'guard.mjs': 'export default {}',
    'hookline.json': {
      ...shell(
        { command: './guard.sh', mode: 'monitor', args: ['-x'], timeout_ms: 500 },
        { type: 'module', module: './guard.mjs', name: 'm', is_active: false },
        { type: 'prompt', prompt: 'Safe?', name: 'reviewer', failClosed: true },
        { type: 'rule', rule: { when: { field: 'command', contains: 'x' }, verdict: 'deny' } },
        { type: 'http', url: 'https://guard.example.com/' },
      ),
      packs: { 'shell-guard': { mode: 'monitor', operating_systems: ['Macintosh'] }, 'config-guard': {} },
      managedOnly: true,
      monitor: ['user'],
    },
  })
  const everywhere = { operatingSystems: [], isActive: true, scriptContent: '', hookStep: '' }
  expect(wanted).toEqual([
    expect.objectContaining({ kind: 'script', matcher: 'git', operatingSystems: ['Linux'], config: '' }),
    expect.objectContaining({
      kind: 'script',
      scriptName: 'guard.sh',
      scriptContent: script,
      config: JSON.stringify({ mode: 'monitor', args: ['-x'], timeout_ms: 500 }),
    }),
    expect.objectContaining({ kind: 'module', scriptName: 'guard.mjs', isActive: false, config: '{"name":"m"}' }),
    expect.objectContaining({ kind: 'prompt', scriptName: 'reviewer', failClosed: true, config: '{"prompt":"Safe?"}' }),
    expect.objectContaining({ kind: 'rule', scriptName: 'rule' }),
    expect.objectContaining({ kind: 'http', scriptName: 'http', config: '{"url":"https://guard.example.com/"}' }),
    expect.objectContaining({
      ...everywhere,
      kind: 'pack',
      scriptName: 'shell-guard',
      operatingSystems: ['Macintosh'],
      config: '{"mode":"monitor"}',
    }),
    expect.objectContaining({ ...everywhere, kind: 'pack', scriptName: 'config-guard', config: '' }),
    expect.objectContaining({
      ...everywhere,
      kind: 'settings',
      scriptName: 'settings',
      config: '{"managedOnly":true,"monitor":["user"]}',
      location: expect.stringMatching(/^hookline\.json:\d+$/),
    }),
  ])
})

const rule = { type: 'rule', rule: { when: { field: 'command', contains: 'x' }, verdict: 'deny' } }

test.each<[string, Readonly<Record<string, string | object>>, RegExp]>([
  ['no file at all', {}, /has no hooks\.json and no hookline\.json/],
  [
    'an unknown key of a script',
    { 'hooks.json': shell({ command: './g.sh', mathcer: 'x' }) },
    /^hooks\.json:7:\d+: `mathcer`/,
  ],
  [
    'an unknown key of a rule',
    { 'hookline.json': shell({ ...rule, mathcer: 'x' }) },
    /^hookline\.json:\d+:\d+: `mathcer`/,
  ],
  [
    'an unknown key of a module',
    { 'hookline.json': shell({ type: 'module', module: './g.mjs', x: 1 }), 'g.mjs': '' },
    /^hookline\.json:\d+:\d+: `x`/,
  ],
  [
    'a key that only another type reads',
    { 'hookline.json': shell({ ...rule, args: ['x'] }) },
    /^hookline\.json:\d+:\d+: only a hook of type "command" reads `args`/,
  ],
  [
    'a command beside a module',
    { 'hookline.json': shell({ type: 'module', module: './g.mjs', command: './g.sh' }), 'g.mjs': '' },
    /^hookline\.json:\d+:\d+: only a hook of type "command" reads `command`/,
  ],
  [
    'a module beside a command',
    { 'hookline.json': shell({ command: './g.sh', module: './g.mjs' }), 'g.mjs': '' },
    /^hookline\.json:\d+:\d+: only a hook of type "module" reads `module`/,
  ],
  [
    'a key of another agent',
    { 'hooks.json': shell({ command: './g.sh', statusMessage: 'x' }) },
    /^hooks\.json:\d+:\d+: `statusMessage`/,
  ],
  [
    'a key of hookline.json',
    { 'hooks.json': shell({ command: './g.sh', mode: 'monitor' }) },
    /^hooks\.json:\d+:\d+: .*`mode`/,
  ],
  ['a rule in a hooks.json', { 'hooks.json': shell(rule) }, /^hooks\.json:\d+:\d+: .*"type": "rule"/],
  [
    'packs in a hooks.json',
    { 'hooks.json': { version: 1, packs: { 'shell-guard': {} }, hooks: {} } },
    /^hooks\.json:3:\d+: .*`packs`/,
  ],
  ['an unknown setting', { 'hookline.json': { managedOnyl: true } }, /^hookline\.json:2:\d+: `managedOnyl`/],
  ['models', { 'hookline.json': { models: { default: 'a/b' } } }, /^hookline\.json:2:\d+: a team cannot set `models`/],
  ['exceptions', { 'hookline.json': { exceptions: [] } }, /^hookline\.json:2:\d+: a team cannot set `exceptions`/],
  ['trust', { 'hookline.json': { trust: 'all' } }, /^hookline\.json:2:\d+: `trust`/],
  ['endpoints', { 'hookline.json': { endpoints: {} } }, /^hookline\.json:2:\d+: `endpoints`/],
  [
    'an unknown pack',
    { 'hookline.json': { packs: { 'shel-guard': {} } } },
    /^hookline\.json:3:\d+: there is no pack "shel-guard"/,
  ],
  [
    'an unknown parameter',
    { 'hookline.json': { packs: { 'shell-guard': { strict: 1 } } } },
    /^hookline\.json:4:\d+: the pack shell-guard has no parameter `strict`/,
  ],
  [
    'a parameter of a wrong type',
    { 'hookline.json': { packs: { 'shell-guard': { rules: 'deny' } } } },
    /^hookline\.json:4:\d+: .*shell-guard\.rules/,
  ],
  [
    'an unknown event',
    { 'hooks.json': { version: 1, hooks: { beforeShelExecution: [] } } },
    /^hooks\.json:4:\d+: there is no event/,
  ],
  [
    'an unknown system',
    { 'hooks.json': shell({ command: './g.sh', operating_systems: ['Amiga'] }) },
    /^hooks\.json:\d+:\d+: operating_systems/,
  ],
  [
    'a command that is not a file',
    { 'hooks.json': shell({ command: 'exit 2' }) },
    /^hooks\.json:5:\d+: the command "exit 2"/,
  ],
  [
    'a module that imports an unpublished file',
    {
      'hookline.json': shell({ type: 'module', module: './g.mjs' }),
      'g.mjs': 'import { x } from "./lib.mjs"',
      'lib.mjs': '',
    },
    /^hookline\.json:5: g\.mjs imports "\.\/lib\.mjs"/,
  ],
  ['broken JSON', { 'hookline.json': '{ "packs": {' }, /^hookline\.json:1:\d+: /],
])('%s is an error with its location', async (_, files, message) => {
  await expect(read({ 'g.sh': script, ...files })).rejects.toThrow(message)
})

test('keeps a limit of follow-ups that is none', async () => {
  const hooks = { stop: [{ command: './guard.sh', mode: 'monitor', loop_limit: null }] }
  const wanted = await read({ 'guard.sh': script, 'hookline.json': { version: 1, hooks } })
  expect(wanted).toEqual([
    expect.objectContaining({ hookStep: 'stop', config: JSON.stringify({ mode: 'monitor', loop_limit: null }) }),
  ])
})
