import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, sandbox } from '../testing/cli.ts'

const names = ['hookline.cjs', 'hookline.mjs'] as const
const event = JSON.stringify({ hook_event_name: 'beforeShellExecution', command: 'ls' })

/** What the entries of `connect` add, so that their own shell text says what happens. */
const from = ['--from', 'user']
const leftToEntry = process.platform === 'win32' ? 2 : 3

/** A copy of the command's files without those that a build makes. */
function copyUnbuilt(parts: readonly string[]) {
  const { directory, env } = sandbox()
  const root = join(directory, 'checkout/packages/cli')
  cpSync(dirname(bin), join(root, 'bin'), { recursive: true })
  for (const part of parts) mkdirSync(join(root, part), { recursive: true })
  const start = (name: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', name), ...args], {
      env,
      input: event,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  return { directory, root, start }
}

describe.each(names)('%s without the files of a build', (name) => {
  it('says in one line that the checkout is not built', () => {
    const { directory, start } = copyUnbuilt(['src'])
    const stderr = `hookline: this checkout is not built, so no hook can run. In ${directory}/checkout, run: npm ci && npm run build\n`
    expect(start(name, ['run', '--host', 'cursor'])).toEqual({ status: 2, stdout: '', stderr })
    expect(start(name, ['run', '--host', 'cursor', ...from])).toMatchObject({ status: leftToEntry, stdout: '' })
    for (const args of [['--version'], ['list'], []])
      expect(start(name, args)).toEqual({ status: 64, stdout: '', stderr })
  })

  it('says in one line that an installation is incomplete', () => {
    const { root, start } = copyUnbuilt([])
    const stderr = `hookline: files of this installation are missing in ${root}, so no hook can run. Install it again: see docs/install.md of Hookline\n`
    expect(start(name, ['run', '--host', 'claude', '--installed'])).toEqual({ status: 2, stdout: '', stderr })
    expect(start(name, ['doctor'])).toEqual({ status: 64, stdout: '', stderr })
  })
})

/** The entry of the bundle loads `main`, which loads `core` for `run`, and `list` when it is called. */
it.each(['main', 'core', 'list'])('an installation without the chunk %s says the same', (chunk) => {
  const { root, start } = copyUnbuilt([])
  const bundle = join(root, 'dist/bundle')
  cpSync(join(dirname(bin), '../dist/bundle'), bundle, { recursive: true })
  for (const file of readdirSync(bundle).filter((one) => one.startsWith(`${chunk}-`))) rmSync(join(bundle, file))
  const says = expect.stringMatching(/^hookline: files of this installation are missing in .*\n$/)
  if (chunk !== 'list') {
    expect(start('hookline.cjs', ['run', '--host', 'cursor'])).toMatchObject({ status: 2, stderr: says })
    const status = leftToEntry
    expect(start('hookline.cjs', ['run', '--host', 'cursor', ...from])).toMatchObject({ status, stderr: says })
  }
  expect(start('hookline.cjs', ['list'])).toMatchObject({ status: 64, stderr: says })
})

it('an installation without its pages or its package.json says so without a stack trace', () => {
  const { root, start } = copyUnbuilt([])
  cpSync(join(dirname(bin), '../dist/bundle'), join(root, 'dist/bundle'), { recursive: true })
  const says = expect.stringMatching(/^hookline: the pages of the panel are missing\..*\n$/)
  expect(start('hookline.cjs', ['panel', '--no-open'])).toMatchObject({ status: 64, stderr: says })
  expect(start('hookline.cjs', ['--version'])).toEqual({ status: 0, stdout: 'of unknown version\n', stderr: '' })
})

describe('a Node that is too old', () => {
  const entry = join(dirname(bin), 'hookline.cjs')
  /** Starts the command with a Node that gives this version as its own. */
  const startWith = (version: string, args: readonly string[]) => {
    const { directory, env } = sandbox()
    const preload = join(directory, 'version.cjs')
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    )
    return spawnSync(process.execPath, ['-r', preload, entry, ...args], { env, input: event, encoding: 'utf8' })
  }

  it.each(['18.20.8', '20.18.3', '9.0.0'])('%s is named in one line, and no event passes', (version) => {
    const stderr = `hookline: Node ${version} (${process.execPath}) is too old, so no hook can run. Hookline needs Node 20.19 or later: https://nodejs.org\n`
    expect(startWith(version, ['run', '--host', 'claude'])).toMatchObject({ status: 2, stdout: '', stderr })
    expect(startWith(version, ['run', '--host', 'claude', ...from])).toMatchObject({ status: leftToEntry, stderr })
    for (const args of [['--version'], ['status'], []])
      expect(startWith(version, args)).toMatchObject({ status: 64, stdout: '', stderr })
  })

  it.each(['20.19.0', '22.12.0', '24.1.0'])('%s is not', (version) => {
    expect(startWith(version, ['--version'])).toMatchObject({ status: 0, stderr: '' })
  })

  it('is one that package.json excludes, and can parse the file that says so', () => {
    const { engines } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
    expect(engines.node).toBe('>=20.19')
    // Operators of ES2020 and later, which Node 12 does not know.
    expect(readFileSync(entry, 'utf8')).not.toMatch(/\?\?|\?\.[a-z(]|(?:\|\||&&)=/)
  })
})
