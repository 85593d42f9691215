import { describe, expect, it } from 'vitest'
import { cursor, type Files, lintFiles } from '../testing/lint-files.ts'

const codesOf = async (files: Files): Promise<readonly string[]> => (await lintFiles(files)).map(({ code }) => code)

describe('a TypeScript hook that node starts', () => {
  const hook = {
    '.cursor/hooks.json': cursor('beforeShellExecution', { command: 'node hooks/guard.ts' }),
    'hooks/guard.ts':
      "const reply: { permission: string } = { permission: 'allow' }\nconsole.log(JSON.stringify(reply))\n",
  }

  it.each([
    ['.nvmrc', 'v18.19.0\n'],
    ['.nvmrc', 'lts/iron\n'],
    ['.node-version', '20\n'],
    ['.tool-versions', 'python 3.12.1\nnodejs 16.20.0\n'],
    ['package.json', '{ "engines": { "npm": "9", "node": ">=18 <19" } }'],
    ['package.json', '{ "engines": { "node": "^18.17 || ^20" } }'],
    ['package.json', '{ "volta": { "node": "20.11.0" } }'],
  ])('is reported if %s pins %j', async (name, text) => {
    expect(await codesOf({ ...hook, [name]: text })).toContain('wrong-interpreter')
  })

  it.each([
    ['.nvmrc', '22\n'],
    ['.nvmrc', 'lts/*\n'],
    ['package.json', '{ "engines": { "node": ">=18" } }'],
    ['package.json', '{ "engines": { "node": "^18 || >=22" } }'],
    ['package.json', '{ "engines": { "node": ">=22 <25" } }'],
    ['package.json', '{ "devDependencies": { "@types/node": "18.0.0" } }'],
  ])('is accepted if %s says %j', async (name, text) => {
    expect(await codesOf({ ...hook, [name]: text })).not.toContain('wrong-interpreter')
  })

  it('is accepted with a loader', async () => {
    const command = 'node --import tsx hooks/guard.ts'
    const files = { ...hook, '.cursor/hooks.json': cursor('beforeShellExecution', { command }), '.nvmrc': '18' }
    expect(await codesOf(files)).not.toContain('wrong-interpreter')
  })
})

describe('a script that is started directly', () => {
  const lint = async (text: string): Promise<readonly string[]> => {
    const files = { '.cursor/hooks.json': cursor('beforeReadFile', { command: 'hooks/gate' }), 'hooks/gate': text }
    return (await lintFiles(files)).map(({ message }) => message)
  }

  it.each([
    ['Python', 'import json\nimport sys\nprint(json.load(sys.stdin))\n'],
    ['JavaScript', "const fs = require('node:fs')\nconsole.log('{}')\n"],
    ['Ruby', "require 'json'\nputs '{}'\n"],
    ['Perl', 'use strict;\nprint "{}";\n'],
  ])('needs a #! line if it is %s, even without a file extension', async (_, text) => {
    expect(await lint(text)).toContainEqual(expect.stringContaining('has no #! line'))
  })

  it.each([
    ['a shell script without one', "cat >/dev/null\necho '{}'\n"],
    ['a shell script with Python inside', 'python3 - <<EOF\nimport json\nEOF\n'],
    ['a script with one', '#!/usr/bin/env python3\nimport json\nprint("{}")\n'],
  ])('needs no other #! line if it is %s', async (_, text) => {
    expect(await lint(text)).not.toContainEqual(expect.stringContaining('has no #! line'))
  })

  it.each([
    ['a byte order mark', '\uFEFF#!/usr/bin/env node\n', 'node'],
    ['an empty line', '\n#!/bin/bash\n', 'bash'],
    ['an empty line', '\r\n\n  #!/usr/bin/env -S deno run\n', 'deno'],
    ['a space', ' #!/usr/bin/python3\n', 'python3'],
  ])('is reported if %s is before its #!: %j', async (what, text, program) => {
    expect(await lint(text)).toContainEqual(
      `${what} is before the #! of hooks/gate, so sh runs it instead of ${program}`,
    )
  })

  it.each([
    '\uFEFF#!/bin/sh\n',
    '\n#!/usr/bin/env sh\n',
    '# a note\n#!/bin/bash\n',
    '#!/bin/bash\n\n#!/usr/bin/node\n',
  ])('is accepted if the shell may run it: %j', async (text) => {
    expect(await lint(text)).not.toContainEqual(expect.stringContaining('is before the #!'))
  })

  it.each([
    [
      ['env', 'none'],
      'none is not on PATH either, so the hook exits with 127. Install it, or name another interpreter.',
    ],
    [['env'], 'Write #!/usr/bin/env none.'],
  ])('gets a first line that works here, without the programs %j', async (missing, hint) => {
    const files = {
      '.cursor/hooks.json': cursor('beforeReadFile', { command: 'hooks/gate' }),
      'hooks/gate': '#!/opt/none\n',
    }
    const found = await lintFiles(files, { onPath: (program) => !missing.includes(program) })
    expect(found).toContainEqual(expect.objectContaining({ code: 'missing-interpreter', hint }))
  })
})
