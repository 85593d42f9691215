/** Compares the table of what can weaken a guard with the options that the commands declare, so that no new option is forgotten. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownCommands, type Weakens, weakens } from '@hookline/core/node'
import { describe, expect, test } from 'vitest'
import { commandRow, commands } from './commands.ts'

/** Options that only choose what is read and how it is shown, in every command that has them. */
const reading =
  words(`--help --json --jsonl --cwd --edition --experiment --format --limit --before -v --verbose --dry-run --list
  --event --purpose --entry --session --text --since --until --slow --host --team --failed --denied --asked --untrusted
  --timeout --port --no-open --model`)
/** Options of one command that write nothing on which a guard depends, and end nothing. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  coverage: ['--all', '--markdown'],
  trigger: words('--input --command --file --tool --set --explain --prompt'),
  explain: words('--input --command --file --tool --set --exit-code --prompt'),
  doctor: ['--prove'],
  list: ['--calls'],
  // `--yes` answers a question that only `--fix` asks.
  check: ['--probe', '--strict', '--yes'],
  test: words('-w --watch --coverage --jobs --network'),
  eval: words('--repeats --parallel --no-injections'),
  replay: ['--all'],
  'trust list': words('--yes --follow --all'),
  'state get': words('--project --string --if-absent --all --level'),
  'state list': words('--project --string --if-absent --all --level'),
  agent: words('--base-url --api-key --mode --print --mcp-config --context-window'),
  // A server of one's own has its own directory. No machine of a team trusts it without the key of the owner.
  serve: words('--public-url --data --database --no-trial --private-addresses --sign-in --check'),
  'team sync': ['--quiet'],
  'team status': ['--report'],
  'team coverage': ['--state'],
  'team rollout status': words('--percent --all --yes --reason'),
  run: ['--installed', '--from'],
}
/** Options that only programs of Hookline pass to each other, and what they do. They are in no help text. */
const hidden: Readonly<Record<string, string>> = {
  '--background': 'run: what it does after its answer',
  '--context': 'daemon: the environment for which it answers',
  '--lost': 'run: refuses at gates, because the daemon is gone',
  '--serve': 'daemon: the socket on which it answers',
  '--while-active': 'otel ship: goes on while an agent is active',
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

interface DeclaredCommand {
  readonly name: string
  readonly row: Weakens
  readonly options: readonly string[]
}

/** The options of the usage lines and of the tables. The text in between may mention options of other commands. */
const optionsOf = (help: string): readonly string[] => {
  const usage = help.split('\n\n')[0] ?? ''
  const tables = [...help.matchAll(/^ {2,}((?:-\w, )?(?:--[a-z][a-z-]*)?)/gm)].map(([, row = '']) => row)
  return [...new Set([usage, ...tables].flatMap((text) => text.match(/(?<![\w-])--?[a-z][a-z-]*/g) ?? []))]
}

async function declaredCommands(): Promise<readonly DeclaredCommand[]> {
  const found = Object.entries<Weakens>(ownCommands).map(async ([name, row]) => {
    const { help, helpFor } = (await commandRow(name)?.load()) ?? { help: '' }
    return leavesOf([name], row).map((leaf) => ({
      name: leaf.names.join(' '),
      row: leaf.row,
      options: optionsOf(helpFor?.(leaf.names[1]) ?? help),
    }))
  })
  return (await Promise.all(found)).flat()
}
/** The commands inside a command, such as `team rollout status`. */
function leavesOf(names: readonly string[], row: Weakens): readonly { names: readonly string[]; row: Weakens }[] {
  if (typeof row !== 'object' || !('commands' in row)) return [{ names, row }]
  return Object.entries(row.commands).flatMap(([inner, innerRow]) => leavesOf([...names, inner], innerRow))
}
const declared = await declaredCommands()

test.each(declared)('$name: each option only reads, or counts as one that can weaken a guard', ({ name, options }) => {
  const known = [...reading, ...(harmless[name] ?? [])]
  const isRefused = (option: string) => weakens([...name.split(' '), option])
  expect(options.filter((option) => !known.includes(option) && !isRefused(option))).toEqual([])
})

test('every option that a command reads is in a help text, or is known to be hidden', () => {
  const inHelp = new Set(declared.flatMap(({ options }) => options))
  const found = sources(import.meta.dirname)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declaration)])
    .map(([, option = '']) => `--${option}`)
  expect(found.length).toBeGreaterThan(150)
  expect([...new Set(found)].filter((option) => !inHelp.has(option)).toSorted()).toEqual(Object.keys(hidden).toSorted())
})
const declaration = /(?<=[{,]\s*)'?([a-z][a-z-]*)'?: \{\s*type: '(?:boolean|string)'/g
const sources = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|\/)(testing|stories)\//.test(name))
    .map((name) => join(directory, name))

describe('the table', () => {
  test('has each command once, and no row for an option that no command has', () => {
    expect(Object.keys(ownCommands).toSorted()).toEqual(Object.keys(commands).toSorted())
    for (const { name, row, options } of declared)
      if (typeof row === 'object' && !('commands' in row))
        expect([name, [...(row.only ?? []), ...(row.unless ?? [])].filter((one) => !options.includes(one))]).toEqual([
          name,
          [],
        ])
  })
})
