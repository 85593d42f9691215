/** The ways in which Hookline itself can vanish below Claude Code, with the entry that `hookline init --user` writes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Place } from '../place.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { type PromptOptions, runTrial, type Setup, type Subject } from '../trial.ts'
import { claudeCode } from './agent.ts'

interface Way {
  readonly name: string
  /** The user's hook before each shell command. */
  readonly shell?: object
  readonly prompt?: object
  /** Changes the settings that `init` wrote. */
  readonly settings?: (text: string) => string
  readonly env?: Readonly<Record<string, string>>
  /** Versions on which the command runs all the same; `hookline doctor` says so there. */
  readonly open?: readonly string[]
}

const ways: readonly Way[] = [
  { name: 'it is killed', shell: { command: 'kill -9 $PPID; sleep 20' } },
  {
    name: 'its program is gone',
    settings: (text) => text.replaceAll(/\/\S*\/hookline\.[cm]js/g, '/gone/hookline.cjs'),
  },
  { name: 'there is no Node', settings: (text) => text.replaceAll(/\/\S*\/node /g, '/gone/node ') },
  { name: 'NODE_OPTIONS stops every Node', env: { NODE_OPTIONS: '--no-such-option' } },
  {
    name: 'the timeout of the entry is too short to start it',
    settings: (text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 0.02'),
    open: ['2.1.197'],
  },
  {
    name: 'a prompt hook that fails closed hangs',
    prompt: { command: 'sleep 100', failClosed: true },
    settings: (text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 5'),
  },
  {
    // Claude Code gives up after 30 s here, and nothing but the time that `run` has decides.
    name: 'a prompt hook that fails closed hangs below a plain call of Hookline',
    prompt: { command: 'sleep 100', failClosed: true },
    settings: (text) => text.replaceAll(/ \|\| exit 2|,\s*"timeout": \d+,\s*"onFailure": "block"/g, ''),
  },
]

const hooksFile = (event: string, hook: object) => ({
  '.cursor/hooks.json': { version: 1, hooks: { [event]: [hook] } },
})
const passes = { command: 'true' }

/** One gate at a time, so that no other gate refuses first. */
function setupOf({ shell = passes, prompt, settings }: Way): Setup {
  const event = prompt === undefined ? 'beforeShellExecution' : 'beforeSubmitPrompt'
  return {
    connect: 'none',
    homeFiles: { ...claudeCode.inUse, ...hooksFile(event, passes) },
    prepare: async (place: Place) => {
      await place.hookline(['init', '--user', '--yes'])
      place.writeHome(hooksFile(event, prompt ?? shell))
      const file = join(place.home, '.claude/settings.json')
      const written = readFileSync(file, 'utf8')
      writeFileSync(file, settings?.(written) ?? written)
    },
    turns: [claudeCode.acts.shell('touch acted'), 'finished'],
  }
}

const tryWay = async (subject: Subject, way: Way, options: PromptOptions = {}) => {
  const { place, conversations } = await runTrial(subject, setupOf(way), { ...options, env: way.env ?? {} })
  return { acted: place.exists('acted'), requests: conversations.length }
}

eachVersion(claudeCode, (subject) => {
  sampled('with Hookline in place the command runs', async () => {
    expect(await tryWay(subject, { name: 'nothing' })).toEqual({ acted: true, requests: 2 })
  })
  for (const [at, way] of ways.entries()) {
    const isOpen = way.open?.includes(subject.version) === true
    const declare = at === 0 ? sampled : fullOnly
    declare(`when ${way.name}, the command ${isOpen ? 'runs' : 'does not run'}`, async () => {
      expect((await tryWay(subject, way)).acted).toBe(isOpen)
    })
  }
})
