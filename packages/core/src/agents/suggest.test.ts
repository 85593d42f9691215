import { describe, expect, it } from 'vitest'
import { type EventName, eventNames, eventRows, isEventName } from '../protocol/events/index.ts'
import { hooklineFileSchema, hooksFileSchema } from '../protocol/hooks-file.ts'
import { foreignEvents } from './foreign.ts'
import { editsBetween, nearest, suggestEvent, suggestKey } from './suggest.ts'

describe('did you mean', () => {
  it('counts insertions, deletions, substitutions and swaps', () => {
    expect([
      editsBetween('', 'abc'),
      editsBetween('abc', 'abc'),
      editsBetween('kitten', 'sitting'),
      editsBetween('ab', 'ba'),
    ]).toEqual([3, 0, 3, 1])
  })

  it('finds the closest name within a third of its length, ignoring case', () => {
    expect(nearest('PRETOOLUSE', eventNames)).toBe('preToolUse')
    expect(nearest('stpo', ['stop'])).toBe('stop')
    expect(nearest('xyz', eventNames)).toBeUndefined()
    expect(nearest('st', ['stop'])).toBeUndefined()
  })

  it('names the agent that a foreign name belongs to', () => {
    expect(suggestEvent('BeforeTool')).toEqual({ agent: 'Gemini CLI', ours: 'preToolUse' })
    expect(suggestEvent('pre_run_command')).toEqual({ agent: 'Windsurf', ours: 'beforeShellExecution' })
    expect(suggestEvent('Notification')).toEqual({ agent: 'Claude Code' })
    expect(suggestKey('timeoutSec', [])).toEqual({ agent: 'Copilot CLI', ours: 'timeout' })
  })

  it('no foreign name is also one of Hookline’s', () => {
    expect([...foreignEvents().keys()].filter(isEventName)).toEqual([])
  })
})

describe('the schemas of the files', () => {
  it('list every event of the file, and say that a timeout is in seconds', () => {
    const text = JSON.stringify(hooksFileSchema())
    const isOffered = (name: EventName) => text.includes(`"${name}"`)
    expect(eventNames.filter(isOffered)).toEqual(eventNames.filter((name) => eventRows[name].since !== 'hookline'))
    for (const name of eventNames) expect(JSON.stringify(hooklineFileSchema())).toContain(`"${name}"`)
    expect(text).toContain('In seconds')
    expect(text).not.toContain('"monitor"')
    expect(JSON.stringify(hooklineFileSchema())).toContain('"monitor"')
  })
})
