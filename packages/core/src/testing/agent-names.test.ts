import { describe, expect, it } from 'vitest'
import { answeredAgents } from '../agents/list.ts'
import { filesBelow, readPage } from './pages.ts'

/** Folders that are about one agent, and what is no shared code. */
const elsewhere =
  /\.(?:test|agents)\.ts$|\/testing\/|^packages\/core\/src\/agents\/|^packages\/cli\/src\/real-agents\/|\/panel\/browser\/|\/cases\.ts$|^packages\/web\//

/** Files that may name an agent in code, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/core/src/protocol/hooks-file.ts': 'wire names: the setting `claude`, the value `cursor` of `input`',
  'packages/core/src/protocol/problems.ts': 'published codes, and what each means in the agent that it is about',
  'packages/core/src/protocol/index.ts': 'public names of the library',
  'packages/core/src/dialects/index.ts': 'public names of the library',
  'packages/core/src/node/index.ts': 'public names of the library',
  'packages/core/src/importers/hookify/script.ts': 'hookify is a plugin of Claude Code, and its scripts are for Cursor',
  'packages/cli/src/headless/read-conversation.ts': 'the format of an API',
  'packages/cli/src/headless/wires/gemini.ts': 'the format of an API',
  'packages/cli/src/hookify-files.ts': 'where hookify keeps its rules',
  'packages/cli/src/import/plan.ts': 'where hookify keeps its rules, and where its scripts go',
  'packages/cli/src/commands/import.ts': 'where hookify keeps its rules, and where its scripts go',
  'packages/cli/src/demo/scripts.ts': 'generated from examples/project',
  'packages/cli/src/lint/rules/commands/relative-path.ts': 'a published code',
  'packages/cli/src/lint/rules/commands/unquoted-dir.ts': 'a published code',
  'packages/cli/src/lint/rules/commands/variable-of-agent.ts': 'a published code',
  'packages/cli/src/lint/rules/scripts/invented-variable.ts': 'a published code',
  'packages/cli/src/lint/context/misplaced-files.ts': 'a folder of the editor',
  'packages/cli/src/lint/rules/commands/personal-path.ts': 'the account of a container',
  'packages/core/src/node/trust/protected-paths.ts': 'a folder of the editor',
  'packages/core/src/protocol/problem-levels.ts': 'published codes',
  'packages/core/src/regex/parse.ts': 'the cursor of a parser',
  'packages/agent/src/mcp/mcp.ts': 'the cursor of a list that comes in pages',
  'packages/agent/src/complete.ts': 'the cursor in a text',
}
/** Tables of programs and paths: a shell command may name any program, and agents are programs too. */
const tables = /^packages\/(?:core\/src\/shell\/programs|packs\/src\/(?:shell-guard|config-guard|redact-secrets))\//

/** `cursor_version` is a field of every event. */
const wireNames = /cursor_version/g
/** A name may be the end of another word (`declined`), and a short one any part of it. */
const spellings = (name: string): string =>
  name.length < 5
    ? `\\b(?:${name}|${capital(name)}|${name.toUpperCase()})\\b`
    : `(?<![A-Za-z])${name}|${capital(name)}|${name.toUpperCase()}`
const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
const names = new RegExp(answeredAgents.map(({ name }) => spellings(name)).join('|'))

/** Comments may give examples. */
const isComment = (line: string): boolean => /^\s*(?:\/\*\*|\*|\/\/)/.test(line)
const naming = (path: string): readonly string[] =>
  readPage(path)
    .split('\n')
    .flatMap((line, at) => {
      const code = isComment(line) ? '' : line.replace(/ \/\/ .*$/, '').replace(wireNames, '')
      return names.test(code) ? [`${path}:${at + 1} ${line.trim()}`] : []
    })

const sources = filesBelow('packages').filter((path) => /^packages\/\w+\/src\/.*\.ts$/.test(path))
const shared = sources.filter((path) => !elsewhere.test(path) && !tables.test(path))

describe('shared code names no agent', () => {
  it('outside the exceptions', () => {
    expect(shared.length).toBeGreaterThan(500)
    expect(shared.filter((path) => !Object.hasOwn(exceptions, path)).flatMap(naming)).toEqual([])
  })

  it.each(Object.entries(exceptions))('and %s is an exception that is needed: %s', (path) => {
    expect(naming(path)).not.toEqual([])
  })
})
