// Packs the command, installs it as on a new machine without a network, and uses it there.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesBelow, countPackages } from './install.mjs'
import { packLinks, webAddress } from './links.mjs'
import { npm } from './npm.mjs'
import { repository, stage } from './stage.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-packed-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const inScratch = (...path) => join(scratch, ...path)

const { version } = JSON.parse(readFileSync(join(repository, 'packages/cli/package.json'), 'utf8'))
const [home, prefix, work] = [inScratch('home'), inScratch('prefix'), inScratch('work')]
const installed = join(prefix, 'lib/node_modules/hookline')
const path = [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
const env = { PATH: path, HOME: home, LANG: 'C.UTF-8' }

const pack = (...args) => {
  const script = join(repository, 'scripts/pack.mjs')
  return spawnSync(process.execPath, [script, '--out', inScratch('out'), ...args], { encoding: 'utf8' })
}
function hookline(args, input = '') {
  const { status, stdout, stderr } = spawnSync('hookline', args, { cwd: work, env, input, encoding: 'utf8' })
  return { status, stdout, stderr }
}
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}
const filesBelow = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

beforeAll(() => {
  const { status, stderr } = pack('--only', 'hookline', '--this-system', '--no-checks')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const directory of [home, work]) mkdirSync(directory)
  // The port of "discard", where nothing listens.
  const unreachable = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0', '--no-audit', '--no-fund']
  const tarball = inScratch('out', `hookline-${version}.tgz`)
  npm(['install', '--global', '--prefix', prefix, ...unreachable, tarball], { env: { HOME: home } })
  spawnSync('git', ['init', '--quiet', work], { env })
  write(join(work, 'package.json'), { name: 'small' })
})

describe('the installed package', () => {
  test('names no other package, not even an optional one, so that npm asks no registry', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((field) => /dependencies/i.test(field))).toEqual([])
  })

  test('is one package below 25 MB', () => {
    expect(countPackages(join(prefix, 'lib/node_modules'))).toBe(1)
    expect(bytesBelow(prefix)).toBeLessThan(25e6)
  })

  test('has its pages, and nothing of the machine that built it', () => {
    expect(readdirSync(installed).sort()).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json']),
    )
    const files = filesBelow(installed)
    expect(files.filter((file) => /\.map$|\.tsbuildinfo$|\.test\.|\/(src|tsc|code)\//.test(file))).toEqual([])
    const named = files.filter((file) => readFileSync(file).includes(`${repository}/`))
    expect(named).toEqual([])
    const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect({ dependencies, devDependencies, scripts }).toEqual({})
  })

  test('has no link in a page that leads nowhere', () => {
    const pages = filesBelow(installed).filter((file) => file.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(20)
    for (const page of pages)
      for (const [all, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g))
        if (!/^[a-z]+:/.test(target)) expect(existsSync(join(dirname(page), target)), `${page}: ${all}`).toBe(true)
    const readme = readFileSync(join(installed, 'README.md'), 'utf8')
    expect(readme).toContain('[install](docs/install.md)')
    expect(readme).toContain('CONTRIBUTING')
  })

  test('has launchers that can be started', () => {
    const native = join(installed, 'native')
    const systems = lstatSync(native, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(native)
    const name = (system) => (system.startsWith('win32-') ? 'hookline.exe' : 'hookline')
    for (const system of systems) expect(statSync(join(native, system, name(system))).mode & 0o777).toBe(0o755)
    const own = `${process.platform}-${process.arch}`
    if (!systems.includes(own)) return
    const { status, stderr } = spawnSync(join(native, own, name(own)), ['--daemons'], { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('the installed command', () => {
  const shellEvent = (command) =>
    JSON.stringify({ hook_event_name: 'beforeShellExecution', command, cwd: work, workspace_roots: [work] })

  test('knows its version', () => {
    expect(hookline(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('sets up a project, and its packs deny', () => {
    // An agent that it can connect: without one nothing is proved.
    mkdirSync(join(home, '.cursor'), { recursive: true })
    const { status, stdout, stderr } = hookline(['init', '--yes'])
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(stdout + stderr).toContain('✓ proved: deny')
    const denied = hookline(['run', '--host', 'cursor'], shellEvent('git push --force'))
    expect(JSON.parse(denied.stdout)).toMatchObject({
      permission: 'deny',
      user_message: expect.stringContaining('shell-guard/force-push'),
    })
    expect(hookline(['run', '--host', 'cursor'], shellEvent('git status')).stdout).not.toContain('deny')
    expect(hookline(['check'])).toMatchObject({ status: 0 })
  })

  test('gives module hooks its own SDK', () => {
    write(
      join(work, 'hooks/guard.mjs'),
      `import { defineHook, deny } from '@hookline/core/sdk'
export default defineHook('beforeReadFile', () => deny('not this file'))`,
    )
    const file = join(home, '.config/hookline/hookline.json')
    write(file, {
      version: 1,
      hooks: { beforeReadFile: [{ type: 'module', module: join(work, 'hooks/guard.mjs') }] },
    })
    const { stdout } = hookline(['trigger', 'beforeReadFile', '--set', 'file_path=/x'])
    expect(stdout).toContain('DENY')
    expect(stdout).toContain('not this file')
    rmSync(file)
  })

  test('serves the pages of the panel', async () => {
    const child = spawn('hookline', ['panel', '--json', '--no-open'], { cwd: work, env })
    try {
      const line = await new Promise((resolve, reject) => {
        child.stdout.once('data', (text) => resolve(String(text)))
        child.once('exit', (code) => reject(new Error(`the panel ended with ${code}`)))
      })
      const { url } = JSON.parse(line)
      const page = await (await fetch(url)).text()
      const script = /src="([^"]+\.js)"/.exec(page)?.[1]
      const answer = await fetch(new URL(script, url))
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 200,
        type: expect.stringContaining('javascript'),
      })
    } finally {
      child.kill()
    }
  })

  test.each([
    [['team', 'status'], 'team', '@hookline/team'],
    [['serve', '--port', '0'], 'serve', '@hookline/team'],
    [['agent', 'greet me', '--print'], 'agent', '@hookline/agent'],
  ])('%j says which package to install', (args, command, needed) => {
    expect(hookline(args)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^hookline: hookline ${command} needs the package ${needed}, which is not installed\\. .*: npm i -g \\./hookline-core-\\*\\.tgz `,
        ),
      ),
    })
  })

  test('a prompt hook says which package to install', () => {
    const local = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' }
    const file = join(home, '.config/hookline/hookline.json')
    write(file, {
      version: 1,
      models: { default: 'local:judge', providers: { local } },
      hooks: { stop: [{ type: 'prompt', name: 'judge', prompt: 'Is it done?' }] },
    })
    const { stdout } = hookline(['trigger', 'stop'])
    expect(stdout).toContain(
      'prompt hooks need the package @hookline/models, which is not installed. Make it with npm run pack',
    )
    rmSync(file)
  })
})

test('a link that leaves the package leads to the repository, if its address is known', () => {
  const text = 'A [b](x.md#y), a [c](../src/z.ts), ![d](../d.svg), [e](https://e.org), [f](#f).\n```\n[g](../g)\n```'
  const page = { page: 'docs/a.md', isPacked: (path) => path === 'docs/x.md' }
  expect(packLinks(text, { ...page, repositoryUrl: 'https://x.org/r' })).toBe(
    'A [b](x.md#y), a [c](https://x.org/r/blob/HEAD/src/z.ts), ![d](https://x.org/r/raw/HEAD/d.svg), [e](https://e.org), [f](#f).\n```\n[g](../g)\n```',
  )
  expect(packLinks(text, page)).toBe('A [b](x.md#y), a c, d, [e](https://e.org), [f](#f).\n```\n[g](../g)\n```')
  for (const one of [
    'a/b',
    'github:a/b',
    'git+https://github.com/a/b.git',
    'git@github.com:a/b.git',
    'ssh://git@github.com/a/b',
  ])
    expect(webAddress(one)).toBe('https://github.com/a/b')
  expect(webAddress({ type: 'git', url: 'git://example.org/r.git' })).toBe('https://example.org/r')
  expect(webAddress(undefined)).toBeUndefined()
})

test('the README and the page on installing name the tarball of this version', () => {
  for (const page of ['README.md', 'docs/install.md'])
    expect(readFileSync(join(repository, page), 'utf8')).toContain(`npm install -g ./dist/hookline-${version}.tgz`)
  expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  const manifests = readdirSync(join(repository, 'packages')).map((name) =>
    JSON.parse(readFileSync(join(repository, 'packages', name, 'package.json'), 'utf8')),
  )
  const versions = manifests.flatMap((manifest) => [
    manifest.version,
    ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies })
      .filter(([name]) => name.startsWith('@hookline/'))
      .map(([, wanted]) => wanted),
  ])
  expect([...new Set(versions)]).toEqual([version])
})

// A package that is missing in such a line would be looked for in the registry.
test('every line of docs/install.md that installs several tarballs has all that they need of ours', () => {
  const lines = readFileSync(join(repository, 'docs/install.md'), 'utf8').match(/npm install .*\.tgz .*\.tgz/g) ?? []
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    const names = [...line.matchAll(/hookline-([a-z]+)-\d/g)].map(([, name]) => name)
    const needed = names.flatMap((name) => {
      const manifest = readFileSync(join(repository, 'packages', name, 'package.json'), 'utf8')
      return Object.keys(JSON.parse(manifest).dependencies ?? {}).filter((one) => one.startsWith('@hookline/'))
    })
    expect(names.map((name) => `@hookline/${name}`)).toEqual(expect.arrayContaining([...new Set(needed)]))
  }
})

const isFull = process.env.CI === 'true'
if (!isFull) console.warn('Skipped: the checks of all packages. To run them, set CI=true or run: npm run pack')
test.skipIf(!isFull)(
  'all packages pass their checks',
  () => {
    const { status, stderr } = pack('--this-system')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
  300_000,
)

test('a package has the files that its threads start', () => {
  const target = inScratch('team')
  stage('@hookline/team', target)
  for (const name of ['judge-program', 'judge'])
    expect(existsSync(join(target, `dist/client/previews/${name}.js`)), name).toBe(true)
})
