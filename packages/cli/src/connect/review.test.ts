import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { HookReview } from '@hookline/core/agents'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Agent, agents } from '../agents.ts'
import { survey } from '../doctor/survey.ts'
import { reviewObstacles } from './review.ts'

const call = { type: 'command', command: 'hookline run --host codex --installed', timeout: 600 }
const file = '.codex/hooks.json'

function directory(files: Readonly<Record<string, string | object>>): string {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-review-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return top
}

/** An agent that records what it runs as one hash for each line. */
const codex = agents.find(({ name }) => name === 'codex') as Agent
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const whySkipped: HookReview['whySkipped'] = ({ event, group, at, entry }, record, hash) =>
  record.split('\n').includes(hash(`${event} ${group} ${at} ${entry.command}`)) ? undefined : 'it is new'
const agent: Agent = {
  ...codex,
  // The row has settings, as it can be connected.
  settings: { ...(codex.settings as NonNullable<Agent['settings']>), review: { file: 'record', whySkipped } },
}

async function found(hooks: object, record: readonly string[]): Promise<readonly object[]> {
  const root = directory({ [file]: { hooks } })
  const seen = await survey(root, 'hookline', {})
  onTestFinished(() => seen.hooks.close())
  expect(JSON.parse(readFileSync(join(root, file), 'utf8'))).toEqual({ hooks })
  const home = directory({ record: record.map(digest).join('\n') })
  return reviewObstacles(agent, seen.entries, home)
}

describe('calls of Hookline that the agent has not reviewed', () => {
  const hooks = { PreToolUse: [{ hooks: [call] }], Stop: [{ hooks: [{ type: 'command', command: 'ls' }, call] }] }
  const both = [`PreToolUse 0 0 ${call.command}`, `Stop 0 1 ${call.command}`]

  it('are none if all are recorded, whatever other hooks there are', async () => {
    expect(await found(hooks, both)).toEqual([])
  })
  it('are an obstacle, and a step that only the person can take', async () => {
    expect(await found(hooks, [])).toMatchObject([
      {
        says: expect.stringMatching(/^Codex skips the entries in .*hooks\.json that call Hookline: it is new$/),
        isStep: true,
      },
    ])
  })
  it('are a smaller obstacle if some are recorded', async () => {
    expect(await found(hooks, both.slice(0, 1))).toMatchObject([
      { says: expect.stringContaining('1 entry of 2'), part: true, isStep: true },
    ])
  })
  it('are none where nothing calls Hookline', async () => {
    expect(await found({ Stop: [{ hooks: [{ type: 'command', command: 'ls' }] }] }, [])).toEqual([])
  })
})
