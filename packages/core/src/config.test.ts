import { describe, expect, it } from 'vitest'
import { claude } from './agents/claude/agent.ts'
import { readHooks } from './config/read-hooks.ts'
import type { ReadOptions, SourceInfo } from './config/reader.ts'
import { assemble } from './config.ts'
import { editions } from './editions.ts'
import type { Edition, SourceName } from './flow.ts'
import type { Loaded } from './ports.ts'
import { readerFor } from './sources/agent-files.ts'

const readClaude = readerFor(claude)

const hash = (text: string) =>
  [...text]
    .reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(8, '0')
const reading = (edition: Edition): ReadOptions => ({ edition: editions[edition], hash, system: 'linux' })
const info = (source: SourceName, own = false): SourceInfo => ({
  source,
  own,
  file: `/${source}${own ? '/own' : ''}.json`,
  root: '/w',
  cwd: '/w',
  trust: source === 'enterprise' || source === 'team' ? 'managed' : 'own',
})
const load = (source: SourceName, document: object, edition: Edition = 'hookline', own = false): Loaded =>
  (source.startsWith('claude-') ? readClaude : readHooks)(
    JSON.stringify({ version: 1, ...document }),
    info(source, own),
    reading(edition),
  )
const stop = (command: string) => ({ hooks: { stop: [{ command }] } })
const claudeStop = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'c' }] }] } }
const held = (loaded: readonly Loaded[], edition: Edition = 'hookline', experiments: readonly string[] = []) =>
  assemble(loaded, { edition: editions[edition], experiments }).entries.map((entry) => entry.held?.why)

describe('combining the sources', () => {
  it('orders by priority, then by position in the file, and indexes by event', () => {
    const config = assemble(
      [
        load('inline', stop('i')),
        load('user', { hooks: { stop: [{ command: 'u1' }, { command: 'u2' }], sessionEnd: [{ command: 'e' }] } }),
        load('enterprise', stop('t')),
        load('user', stop('own'), 'hookline', true),
        load('claude-user', claudeStop),
      ],
      { edition: editions.hookline },
    )
    expect(config.entries.map((entry) => entry.command)).toEqual(['t', 'u1', 'u2', 'e', 'own', 'c', 'i'])
    expect(config.byEvent.get('stop')?.map((entry) => entry.command)).toEqual(['t', 'u1', 'u2', 'own', 'c', 'i'])
    expect(config.byEvent.get('preToolUse')).toBeUndefined()
  })

  it('a clean environment for all holds for every source, except one that is trusted as much and says otherwise', () => {
    const inherit = { environment: 'inherit' }
    const environments = (source: SourceName, setting: unknown) =>
      assemble(
        [
          load(source, { environmentForAll: setting }, 'hookline', true),
          load('enterprise', { ...inherit, ...stop('e') }, 'hookline', true),
          load('project', { ...inherit, ...stop('p') }, 'hookline', true),
          load('user', { ...inherit, ...stop('u') }, 'hookline', true),
          load('user', stop('cursor')),
          load('claude-user', claudeStop),
        ],
        { edition: editions.hookline },
      ).entries.map(({ command, environment }) => [command, environment])
    const all = (...values: readonly unknown[]) => ['e', 'p', 'u', 'cursor', 'c'].map((name, at) => [name, values[at]])
    expect(environments('user', 'clean')).toEqual(all('inherit', 'clean', 'inherit', 'clean', 'clean'))
    expect(environments('team', 'clean')).toEqual(all('inherit', 'clean', 'clean', 'clean', 'clean'))
    expect(environments('enterprise', 'clean')).toEqual(all('inherit', 'clean', 'clean', 'clean', 'clean'))
    expect(environments('project', 'clean')).toEqual(all('inherit', 'inherit', 'inherit', undefined, undefined))
    const named = { hooks: { stop: [{ command: 'p', env: ['A*'] }] } }
    const { entries } = assemble(
      [load('user', { environmentForAll: 'clean' }, 'hookline', true), load('project', named, 'hookline', true)],
      { edition: editions.hookline },
    )
    expect(entries[0]).toMatchObject({ environment: 'clean' })
    expect(entries[0]).not.toHaveProperty('env')
    const wrong = load('user', { environmentForAll: 'Clean' }, 'hookline', true)
    expect(wrong.problems.map(({ code }) => code)).toEqual(['wrong-type'])
  })

  it('a setting for others reaches no source that is trusted more, and no other team', () => {
    const ofTeam = (team: string, document: object) =>
      readHooks(
        JSON.stringify({ version: 1, ...document }),
        { ...info('team', true), file: `/managed/team_${team}/hooks/hookline.json` },
        reading('hookline'),
      )
    const settings = {
      sandboxForAll: 'strict',
      environmentForAll: 'clean',
      monitor: ['stop'],
    }
    const guard = { environment: 'inherit', ...stop('t') }
    const { entries } = assemble(
      [
        ofTeam('1', guard),
        ofTeam('2', { ...settings, ...guard }),
        load('enterprise', { environment: 'inherit', ...stop('e') }, 'hookline', true),
        load('user', stop('u')),
      ],
      { edition: editions.hookline },
    )
    const free = { environment: 'inherit', sandbox: undefined, monitor: false }
    expect(entries.map(({ environment, sandbox, monitor }) => ({ environment, sandbox, monitor }))).toEqual([
      free,
      free,
      { environment: 'clean', sandbox: 'strict', monitor: true },
      { environment: 'clean', sandbox: 'strict', monitor: true },
    ])
  })

  it('skips what the agent runs itself, but neither hookline.json nor a closed gate', () => {
    const broken = { kind: 'text', hooks: [] }
    const config = assemble(
      [
        load('project', stop('p')),
        load('project', stop('own'), 'hookline', true),
        load('claude-user', claudeStop),
        load('enterprise', broken),
      ],
      { edition: editions.hookline, hostOwned: ['enterprise', 'project'] },
    )
    const of = (source: string) => config.entries.filter((entry) => entry.origin.source === source)
    expect(of('project').map((entry) => entry.held?.why)).toEqual(['host-owned', undefined])
    expect(of('claude-user').map((entry) => entry.held)).toEqual([undefined])
    expect(of('enterprise').length).toBeGreaterThan(0)
    expect(of('enterprise').every((entry) => entry.broken !== undefined && entry.held === undefined)).toBe(true)
  })

  it('makes equal ids unique', () => {
    const { entries } = assemble([load('project', stop('a')), load('project', stop('a')), load('user', stop('a'))], {
      edition: editions.hookline,
    })
    const [first, second, third] = entries.map((entry) => entry.id)
    expect(second).toBe(`${first}-2`)
    expect(third).toMatch(/^user\/stop\/[0-9a-f]{8}$/)
  })

  it('skips what the edition does not read', () => {
    expect(held([load('project', stop('a'), '2.3')], '2.3')).toEqual(['edition'])
    expect(held([load('project', stop('a'), '2.3')], '2.3', ['hooks_ide_project_config'])).toEqual([undefined])
    expect(held([load('claude-user', claudeStop, '2.3')], '2.3')).toEqual(['edition'])
    expect(held([load('plugin', stop('a'), '2.4')], '2.4')).toEqual(['edition'])
    expect(held([load('user', stop('a'), '3', true)], '3')).toEqual(['edition'])
    expect(held([load('inline', stop('a'), '2.3', true)], '2.3')).toEqual([undefined])
  })

  it('a broken file that the edition does not read closes no gate', () => {
    const broken = readHooks('{', info('enterprise', true), reading('2.4'))
    const config = assemble([broken], { edition: editions['2.4'] })
    expect(config.entries.some((entry) => entry.broken !== undefined)).toBe(false)
  })

  it('"claude": false in a user or managed file skips the Claude Code hooks; a project cannot set it', () => {
    const claude = load('claude-user', claudeStop)
    for (const source of ['user', 'enterprise'] as const)
      expect(held([claude, load(source, { claude: false }, 'hookline', true)])).toEqual(['disabled'])
    expect(held([claude, load('project', { claude: false }, 'hookline', true)])).toEqual([undefined])
    expect(held([claude, load('user', { claude: true }, 'hookline', true)])).toEqual([undefined])
  })

  it('disableAllHooks switches off the Claude entries of its root, or all if the user sets it', () => {
    const user = load('claude-user', claudeStop)
    const project = load('claude-project', claudeStop)
    const native = load('user', stop('a'))
    expect(held([native, project, user, load('claude-user', { disableAllHooks: true })])).toEqual([
      undefined,
      'disabled',
      'disabled',
    ])
    const userElsewhere = {
      ...user,
      entries: user.entries.map((entry) => ({ ...entry, origin: { source: 'claude-user', own: false } as const })),
    }
    expect(held([native, project, userElsewhere, load('claude-local', { disableAllHooks: true })])).toEqual([
      undefined,
      'disabled',
      undefined,
    ])
  })
})
