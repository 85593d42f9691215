import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { isWindows } from '../../testing/system.ts'
import { compose } from '../create-hooks.ts'

let root: string
let home: string
useScratch((scratch) => {
  ;({ root, home } = scratch)
})
const hook = (path: string) => join(root, '.cursor/hooks', path)

function writeHook(command: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    write(hook(name), text)
    chmodSync(hook(name), 0o755)
  }
  write(join(root, '.cursor/hooks.json'), { version: 1, hooks: { beforeShellExecution: [{ command }] } })
}
async function trust(): Promise<readonly { readonly path: string }[]> {
  const { configs, hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const { content } = configs.trustOf(root)
  configs.store.add(content)
  await hooks.close()
  return content.files
}
async function fire(): Promise<string> {
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const { kind } = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  await hooks.close()
  return kind
}

const helpers: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
  [
    'a sourced file',
    '.cursor/hooks/x.sh',
    { 'x.sh': '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n', 'lib.sh': ':\n' },
    'lib.sh',
  ],
  [
    'a file that a sourced file sources',
    '.cursor/hooks/x.sh',
    {
      'x.sh': '#!/bin/sh\n. "$(dirname "$0")/a.sh"\n',
      'a.sh': '. "$(dirname "$0")/b.sh"\n',
      'b.sh': ':\n',
    },
    'b.sh',
  ],
  ['an imported module', 'node .cursor/hooks/x.mjs', { 'x.mjs': "import './lib.mjs'\n", 'lib.mjs': '\n' }, 'lib.mjs'],
  ['a Python module', 'python3 .cursor/hooks/x.py', { 'x.py': 'import helper\n', 'helper.py': '\n' }, 'helper.py'],
  [
    'a program that a script starts',
    'sh .cursor/hooks/x.sh',
    {
      'x.sh': 'exec node "$(dirname "$0")/guard.mjs"\n',
      'guard.mjs': '\n',
    },
    'guard.mjs',
  ],
]

it.each(helpers)('trust covers %s: its change closes the gate', async (_what, command, files, helper) => {
  writeHook(command, files)
  expect((await trust()).map(({ path }) => path)).toContain(hook(helper))
  expect(await fire()).toBe('proceed')
  write(hook(helper), `${files[helper]}\n`)
  expect(await fire()).toBe('refuse')
})

/** Files of the workspace; the last one is changed after the approval. */
const elsewhere: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
  [
    'what JavaScript loads beside the file that a link leads to',
    'node .cursor/hooks/x.mjs',
    { '.cursor/hooks/x.mjs': '-> ../../tools/x.mjs', 'tools/x.mjs': "import './lib.mjs'\n", 'tools/lib.mjs': '\n' },
    'tools/lib.mjs',
  ],
  [
    'what Python loads beside the file that a link leads to',
    'python3 .cursor/hooks/x.py',
    { '.cursor/hooks/x.py': '-> ../../tools/x.py', 'tools/x.py': 'import lib\n', 'tools/lib.py': '\n' },
    'tools/lib.py',
  ],
  [
    'a name that package.json maps to a file',
    'node .cursor/hooks/x.mjs',
    {
      '.cursor/hooks/x.mjs': "import '#rules/a.mjs'\n",
      'package.json': '{"imports":{"#rules/*":{"node":"./tools/*"}}}',
      'tools/a.mjs': '\n',
    },
    'tools/a.mjs',
  ],
  [
    'a package that is linked from the workspace',
    'node .cursor/hooks/x.mjs',
    {
      '.cursor/hooks/x.mjs': "import '@x/rules'\n",
      'node_modules/@x/rules': '-> ../../packages/rules',
      'packages/rules/package.json': '{"name":"@x/rules","exports":"./main.mjs"}',
      'packages/rules/main.mjs': '\n',
    },
    'packages/rules/main.mjs',
  ],
  [
    'the main file of a directory',
    'node .cursor/hooks/rules',
    { '.cursor/hooks/rules/package.json': '{"main":"./src/run.js"}', '.cursor/hooks/rules/src/run.js': '\n' },
    '.cursor/hooks/rules/src/run.js',
  ],
  [
    'every file of a glob that a script sources',
    'sh .cursor/hooks/x.sh',
    {
      '.cursor/hooks/x.sh': 'for f in "$(dirname "$0")"/lib/*.sh; do . "$f"; done\n',
      '.cursor/hooks/lib/a.sh': ':\n',
    },
    '.cursor/hooks/lib/a.sh',
  ],
  [
    'modules where PYTHONPATH says',
    'PYTHONPATH=tools python3 .cursor/hooks/x.py',
    { '.cursor/hooks/x.py': 'import lib\n', 'tools/lib.py': '\n' },
    'tools/lib.py',
  ],
  [
    'what a module of Perl uses from the directory that the script names',
    'perl .cursor/hooks/x.pl',
    {
      '.cursor/hooks/x.pl': 'use FindBin;\nuse lib "$FindBin::Bin/lib";\nuse G;\n1;\n',
      '.cursor/hooks/lib/G.pm': 'package G; use G::Sub; 1;\n',
      '.cursor/hooks/lib/G/Sub.pm': '1;\n',
    },
    '.cursor/hooks/lib/G/Sub.pm',
  ],
  [
    'what a program imports from where the script before it says',
    'sh .cursor/hooks/x.sh',
    {
      '.cursor/hooks/x.sh': 'export PYTHONPATH="$(dirname "$0")/lib"\npython3 "$(dirname "$0")/main.py"\n',
      '.cursor/hooks/main.py': 'import lib\n',
      '.cursor/hooks/lib/lib.py': '\n',
    },
    '.cursor/hooks/lib/lib.py',
  ],
  [
    'every handler of a computed name',
    'node .cursor/hooks/x.mjs',
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
      '.cursor/hooks/x.mjs': 'await import(`./on/${"a"}.mjs`)\n',
      '.cursor/hooks/on/a.mjs': '\n',
    },
    '.cursor/hooks/on/a.mjs',
  ],
]

it.skipIf(isWindows).each(elsewhere)('trust covers %s', async (_what, command, files, last) => {
  for (const [name, text] of Object.entries(files))
    if (text.startsWith('-> ')) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      symlinkSync(text.slice(3), join(root, name))
    } else write(join(root, name), text)
  writeHook(command, {})
  await trust()
  write(join(root, 'src/new.js'), '\n')
  expect(await fire()).toBe('proceed')
  write(join(root, last), `${files[last]}\n`)
  expect(await fire()).toBe('refuse')
})

it.skipIf(isWindows)('another target in package.json, and a new file of a glob, close the gate', async () => {
  write(join(root, 'package.json'), { imports: { '#rules': './a.mjs' } })
  write(join(root, 'a.mjs'), '\n')
  write(join(root, 'b.mjs'), '\n')
  writeHook('node .cursor/hooks/x.mjs; sh .cursor/hooks/y.sh', {
    'x.mjs': "import '#rules'\n",
    'y.sh': 'for f in ./lib/*.sh; do [ ! -f "$f" ] || . "$f"; done\n',
  })
  await trust()
  write(join(root, 'package.json'), { imports: { '#rules': './a.mjs' }, version: '2.0.0' })
  expect(await fire()).toBe('proceed')
  write(join(root, 'package.json'), { imports: { '#rules': './b.mjs' } })
  expect(await fire()).toBe('refuse')
  write(join(root, 'package.json'), { imports: { '#rules': './a.mjs' } })
  expect(await fire()).toBe('proceed')
  write(join(root, 'lib/new.sh'), ':\n')
  expect(await fire()).toBe('refuse')
})

it('a removed helper, and a new file that would be loaded instead of a module of Python, close the gate', async () => {
  writeHook('python3 .cursor/hooks/x.py', { 'x.py': 'import json, helper\n', 'helper.py': '\n' })
  await trust()
  write(hook('json.py'), '\n')
  expect(await fire()).toBe('refuse')
  rmSync(hook('json.py'))
  expect(await fire()).toBe('proceed')
  rmSync(hook('helper.py'))
  expect(await fire()).toBe('refuse')
})

it.each(['selectors.py', 'json.pyc', 'locale.so', 'signal/__init__.py'])(
  'a new %s, which a module of the standard library would load, closes the gate of a Python hook',
  async (name) => {
    writeHook('python3 .cursor/hooks/x.py', { 'x.py': 'import json, subprocess\n' })
    await trust()
    expect(await fire()).toBe('proceed')
    write(hook(name), '\n')
    expect(await fire()).toBe('refuse')
  },
)

it('a running engine notices a new file beside a Python hook at the next event', async () => {
  writeHook('python3 .cursor/hooks/x.py', { 'x.py': 'import json\n' })
  await trust()
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const fireAgain = async () =>
    (await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).kind
  expect(await fireAgain()).toBe('proceed')
  write(hook('selectors.py'), '\n')
  expect(await fireAgain()).toBe('refuse')
  await hooks.close()
})

it('a running engine sees that a hook writes beside itself, and still notices a module there', async () => {
  writeHook('python3 .cursor/hooks/x.py; sh .cursor/hooks/y.sh', {
    'x.py': 'import os, json\nd = os.path.dirname(__file__)\nopen(d + "/t", "w")\nos.replace(d + "/t", d + "/n")\n',
    'y.sh':
      'd=$(dirname "$0")/x.d\nmkdir -p "$d"\n: > "$d/$$.log"\nfor f in "$d"/*.sh; do [ ! -f "$f" ] || . "$f"; done\n',
  })
  await trust()
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const fireAgain = async () =>
    (await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).kind
  expect([await fireAgain(), await fireAgain()]).toEqual(['proceed', 'proceed'])
  write(hook('json.py'), '\n')
  expect(await fireAgain()).toBe('refuse')
  rmSync(hook('json.py'))
  expect(await fireAgain()).toBe('proceed')
  write(hook('x.d/a.sh'), ':\n')
  expect(await fireAgain()).toBe('refuse')
  await hooks.close()
})

it('a running engine notices the change of a helper at the next event', async () => {
  writeHook('.cursor/hooks/x.sh', { 'x.sh': '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n', 'lib.sh': ':\n' })
  await trust()
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const fireAgain = async () =>
    (await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })).kind
  expect(await fireAgain()).toBe('proceed')
  write(hook('lib.sh'), 'exit 0\n')
  expect(await fireAgain()).toBe('refuse')
  await hooks.close()
})

it('data beside a script, and what it writes there, are not covered', async () => {
  writeHook('.cursor/hooks/x.sh', {
    'x.sh': '#!/bin/sh\ngrep -qf "$(dirname "$0")/words.txt"\necho x >> "$(dirname "$0")/x.log"\nexit 0\n',
    'words.txt': 'none\n',
  })
  await trust()
  write(hook('words.txt'), 'other\n')
  expect([await fire(), await fire()]).toEqual(['proceed', 'proceed'])
})

/** A record as earlier versions wrote it: without the imported files. */
it('an approval by an earlier version covers what it covered, until the workspace is trusted again', async () => {
  writeHook('.cursor/hooks/x.sh', { 'x.sh': '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n', 'lib.sh': ':\n' })
  await trust()
  const file = join(home, isWindows ? 'AppData/Local/hookline/state' : '.local/state/hookline', 'trust.json')
  const { configs, hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const { content } = configs.trustOf(root)
  await hooks.close()
  const saved = JSON.parse(readFileSync(file, 'utf8'))
  const [name = ''] = Object.keys(saved.roots)
  const { imports: _, ...record } = saved.roots[name]
  saved.roots[name] = { ...record, fingerprint: content.fingerprintOfNamed }
  write(file, saved)
  write(hook('lib.sh'), ': changed\n')
  expect(await fire()).toBe('proceed')
  await trust()
  expect(await fire()).toBe('proceed')
  write(hook('lib.sh'), ': changed again\n')
  expect(await fire()).toBe('refuse')
})
