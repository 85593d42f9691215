import { describe, expect, it } from 'vitest'
import { type Entry, endWithoutOutput } from '../../flow.ts'
import type { Job } from '../../ports.ts'
import { createCommands } from './commands.ts'
import { readOwnSettings, withSafeGit } from './git-environment.ts'

const signal = new AbortController().signal
const jobWith = (entry: Partial<Entry>) =>
  ({ entry, stdin: '{}', env: { PATH: '/bin', GIT_EXTERNAL_DIFF: 'evil' }, timeoutMs: 1000, signal }) as unknown as Job

/** Lets the model run `npm test`, and returns the result with the jobs that were started. */
async function run(isTrusted: boolean, whyNot: string | undefined, entry: Partial<Entry> = {}) {
  const jobs: Job[] = []
  const commands = createCommands({
    names: ['npm test'],
    base: '/w',
    isTrusted,
    job: jobWith(entry),
    runCommand: async (job) => {
      jobs.push(job)
      return endWithoutOutput({ kind: 'exit', code: 0 })
    },
    sandboxes: { whyNot: () => whyNot },
    redact: (text) => text,
  })
  const result = await commands.run('npm test', signal)
  return { result, levels: [...new Set(jobs.map((job) => job.entry.sandbox))], jobs }
}

describe('the sandbox of a command', () => {
  it.each([undefined, 'none', 'read-only', 'no-network', 'strict'] as const)(
    'is strict in a workspace without trust, whatever the entry says: %s',
    async (sandbox) => {
      expect((await run(false, undefined, sandbox === undefined ? {} : { sandbox })).levels).toEqual(['strict'])
    },
  )
  it.each([undefined, 'none'] as const)(
    'is required there: without one nothing starts and the verifier ends, with %s',
    async (sandbox) => {
      const { result, jobs } = await run(false, 'no bubblewrap', sandbox === undefined ? {} : { sandbox })
      expect(result.end).toEqual({ kind: 'unverified', message: expect.stringMatching(/not trusted.*no bubblewrap$/) })
      expect(jobs).toEqual([])
    },
  )
  it('is that of the entry in a trusted workspace, or read-only where the machine can do that', async () => {
    expect((await run(true, undefined)).levels).toEqual(['read-only'])
    expect((await run(true, 'none')).levels).toEqual(['none'])
    expect((await run(true, undefined, { sandbox: 'none' })).levels).toEqual(['none'])
  })
})

describe('the variables for git', () => {
  it('count the settings, and leave out what would start a program', async () => {
    const [job] = (await run(true, undefined)).jobs
    expect(job?.env).toMatchObject({ GIT_PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_KEY_0: 'core.fsmonitor' })
    expect(job?.env).not.toHaveProperty('GIT_EXTERNAL_DIFF')
  })
  it('replace only what the repository itself sets', () => {
    const printed =
      'global\0filter.lfs.clean\0local\0Diff.My.Driver.TextConv\0worktree\0filter.x.clean\0local\0core.bare\0'
    const own = readOwnSettings(printed)
    expect(own).toEqual(['Diff.My.Driver.TextConv', 'filter.x.clean', 'core.bare'])
    const env = withSafeGit({}, own)
    const names = Object.entries(env).filter(([name]) => name.startsWith('GIT_CONFIG_KEY_'))
    expect(env.GIT_CONFIG_COUNT).toBe(String(names.length))
    const values = names.map(([, value]) => value)
    expect(values).toEqual(expect.arrayContaining(['Diff.My.Driver.TextConv', 'filter.x.clean']))
    expect(values).not.toContain('core.bare')
  })
})
