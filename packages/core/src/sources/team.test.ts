import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sourceSetup } from '../node/config/source-setup.ts'
import type { Loaded } from '../ports.ts'
import { hasLinks } from '../testing/system.ts'
import { enterprise, enterpriseOwn } from './enterprise.ts'
import { team } from './team.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hookline-managed-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const managed = () => join(home, '.cursor/managed')
const guard = '{"version":1,"hooks":{"beforeShellExecution":[{"command":"exit 2"}]}}'
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const load = () => team(sourceSetup({ home })).load() as Loaded
const isClosed = ({ entries, problems }: Loaded) =>
  entries.some((entry) => entry.event === 'beforeShellExecution' && entry.broken !== undefined) &&
  problems.some((problem) => problem.code === 'managed-broken')

describe('team hooks', () => {
  it('are empty if there is no directory, no team, or a team without hooks', () => {
    expect(load()).toEqual({ entries: [], problems: [] })
    mkdirSync(join(managed(), 'team_1'), { recursive: true })
    expect(load()).toEqual({ entries: [], problems: [] })
  })

  const broken: readonly (readonly [string, () => void])[] = [
    ['`managed` is a file', () => write(managed(), 'x')],
    ['`managed` is a link to nothing', () => symlinkSync('nowhere', managed())],
    ['`managed` is a link to itself', () => symlinkSync('managed', managed())],
    ['a team is a file', () => write(join(managed(), 'team_1'), '')],
    ['a team is a link to nothing', () => symlinkSync('nowhere', join(managed(), 'team_1'))],
    ['the hooks of a team are a file', () => write(join(managed(), 'team_1/hooks'), '')],
    ['the hooks of a team are a link to nothing', () => symlinkSync('nowhere', join(managed(), 'team_1/hooks'))],
    ['the file has `events` for `hooks`', () => write(join(managed(), 'team_1/hooks/hooks.json'), '{"events":{}}')],
  ]
  it.each(broken.filter(([name]) => hasLinks || !name.includes('link')))('close their gates when %s', (name, make) => {
    mkdirSync(
      name.includes('`managed`') ? join(home, '.cursor') : join(managed(), name.includes('hooks of') ? 'team_1' : ''),
      {
        recursive: true,
      },
    )
    make()
    expect(isClosed(load())).toBe(true)
  })

  it('of another team still work', () => {
    write(join(managed(), 'team_1'), '')
    write(join(managed(), 'team_2/hooks/hooks.json'), guard)
    expect(load().entries.some((entry) => entry.command === 'exit 2')).toBe(true)
  })
})

describe('enterprise hooks', () => {
  const loaded = (text: string, own = false) => {
    write(join(home, own ? 'hookline.json' : 'hooks.json'), text)
    return (own ? enterpriseOwn : enterprise)(sourceSetup({ home }), home).load() as Loaded
  }

  it.each([
    '{"version":1,"events":{"beforeShellExecution":[{"command":"exit 2"}]}}',
    '{"rules":[]}',
    '{"version":1,"x":1}',
  ])('%s closes the gates', (text) => {
    expect(isClosed(loaded(text))).toBe(true)
    expect(isClosed(loaded(text, true))).toBe(true)
  })

  it.each(['{}', '{"version":1}', '{"version":1,"$schema":"x","description":"none yet"}', '{"version":1,"hooks":{}}'])(
    '%s is empty',
    (text) => expect(loaded(text).entries).toEqual([]),
  )

  it('a hookline.json with only settings is valid', () => {
    expect(loaded('{"claude":false}', true).entries).toEqual([])
  })

  it('a relative directory is ignored, and reported', () => {
    const setup = sourceSetup({ home })
    const source = enterprise(setup, 'ent')
    expect(source.watched).toBeUndefined()
    expect(source.load()).toMatchObject({
      entries: [],
      problems: [{ code: 'file-unreadable', message: expect.stringContaining('"ent" is not an absolute path') }],
    })
    expect(enterpriseOwn(setup, 'ent').load()).toEqual({ entries: [], problems: [] })
  })
})
