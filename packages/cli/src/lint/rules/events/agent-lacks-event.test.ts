import { dialects } from '@hookline/core/dialects'
import type { SourceName } from '@hookline/core/node'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { describe, expect, it } from 'vitest'
import { agentsWithout } from '../../../connect/agents-without.ts'
import { cursor, type Files, lintFiles, positionsOf } from '../../testing/lint-files.ts'
import { lacksEvent } from './agent-lacks-event.ts'

/** Pretends that Cursor does not have `stop` and `preCompact`. */
const lacking: readonly EventName[] = ['stop', 'preCompact']
const without = (event: EventName, source: SourceName) =>
  agentsWithout(event, source, {
    cursor: { ...dialects.cursor, firedBy: (name: EventName) => (lacking.includes(name) ? [] : [name]) } as never,
  })
const found = async (files: Files) =>
  (await lintFiles(files, {}, [lacksEvent(without)])).filter(({ code }) => code === 'agent-lacks-event')

describe('an event that an agent does not have', () => {
  it('is an error in a file that the agent reads, and the message counts the hooks that do not run', async () => {
    const hooks = { stop: [{ command: 'a' }], preToolUse: [{ command: 'b' }], sessionEnd: [{ command: 'c' }] }
    const findings = await found({ '.cursor/hooks.json': JSON.stringify({ version: 1, hooks }, null, 2) })
    expect(positionsOf(findings, 'agent-lacks-event')).toEqual(['error 4:5'])
    expect(findings[0]?.message).toBe(
      'Cursor has no event stop and refuses the whole file, so the other 2 hooks in this file never run there',
    )
    expect(findings[0]?.hint).toContain('.hookline/hookline.json')
  })

  it('is also an error with an empty list, and in a user file', async () => {
    const text = '{ "version": 1, "hooks": { "preCompact": [] } }'
    expect((await found({ '.cursor/hooks.json': text })).map(({ message }) => message)).toEqual([
      'Cursor has no event preCompact and refuses the whole file',
    ])
    expect(await found({ '/home/ann/.cursor/hooks.json': cursor('stop', { command: 'true' }) })).toHaveLength(1)
  })

  it('is fine in a hookline.json, which no agent reads', async () => {
    expect(await found({ '.hookline/hookline.json': cursor('stop', { command: 'true' }) })).toEqual([])
  })

  it('is not reported for events that the agent has, or for unknown names', async () => {
    expect(await found({ '.cursor/hooks.json': cursor('preToolUse', { command: 'true' }) })).toEqual([])
    expect(await found({ '.cursor/hooks.json': cursor('Stop', { command: 'true' }) })).toEqual([])
  })
})

it('Cursor lacks exactly the events that only Hookline has', () => {
  const lacks = eventNames.filter((name) => agentsWithout(name, 'project').includes('Cursor'))
  expect(lacks).toEqual(eventNames.filter((name) => eventRows[name].since === 'hookline'))
})
