/** What each option of `createHooks` must be, for the message about a wrong one. */
import { dialects } from '../dialects/index.ts'
import { editions } from '../editions.ts'
import type { CreateOptions } from './create-options.ts'

/** Not a constant, because it makes the dialects of all agents, and `run` needs one of them. */
const agentNames = () => Object.keys(dialects).filter((name) => dialects[name]?.agent !== undefined)
const yesOrNo = 'true or false'
const listOf = (what: string) => `a list of ${what}`

export const expectedOptions: Readonly<Record<keyof CreateOptions, string>> = {
  workspaceRoots: listOf('directories'),
  home: 'a directory',
  trust: '"all", "none" or a function',
  get edition() {
    return `one of ${Object.keys(editions).join(', ')}`
  },
  events: listOf('events (docs/events.md)'),
  onAsk: '"host" or a function',
  onEngineError: '"allow" or "deny"',
  mode: '"resident" or "one-shot"',
  hooks: 'an object with a list of hooks for each event',
  defaults: 'an object with common fields of events',
  plugins: listOf('directories'),
  experiments: listOf('names'),
  enterpriseDir: 'a directory',
  background: 'a function',
  eventTimeoutMs: 'a number above 0',
  maxProcesses: 'a whole number above 0',
  helperProcess: yesOrNo,
  maxParked: 'a whole number, 0 or more',
  models: '{ ask: a function, cache: true or false }',
  log: 'false, or { capture, maxMb, audit, purpose, directory, host, call }',
  sources: 'a list of { name, load }, or { only: such a list }',
  sinks: listOf('objects with a function `write`'),
  hostOwned: listOf('names of sources'),
  get agent() {
    return `one of ${agentNames().join(', ')}`
  },
  user: '{ email: a text or null }',
  watch: yesOrNo,
  approvals: yesOrNo,
  team: yesOrNo,
  remote: yesOrNo,
  strict: yesOrNo,
  env: 'an object with the environment of hooks',
}
