/** Reads what can be completed from the help texts of the commands, so that nothing is listed twice. */

import { editions } from '@hookline/core'
import { agents } from '@hookline/core/agents'
import { hostNames } from '@hookline/core/dialects'
import { purposes } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import { packs } from '@hookline/packs'
import type { CommandTable } from '../io.ts'

const packNames = packs.map(({ name }) => name)

export interface CompletedCommand {
  readonly name: string
  readonly does: string
  readonly flags: readonly string[]
  /** The possible values of the first argument. */
  readonly words: readonly string[]
  /** The first argument is a configured entry. The script asks Hookline for them. */
  readonly entries: boolean
}

export async function completionTable(all: CommandTable): Promise<readonly CompletedCommand[]> {
  const shown = Object.entries(all).filter(([name]) => !name.startsWith('_'))
  return Promise.all(
    shown.map(async ([name, row]) => {
      const { help } = await row.load()
      return { name, does: row.does, ...usageOf(name, help), flags: flagsOf(help) }
    }),
  )
}

/** The options of the usage line and of the table, and `--help`, which every command has. */
function flagsOf(help: string): readonly string[] {
  const usage = help.split('\n')[0] ?? ''
  const table = [...help.matchAll(/^ {2,}(?:-\w, )?(--[a-z][a-z-]*)/gm)].map(([, flag = '']) => flag)
  const found = [...table, ...(usage.match(/--[a-z][a-z-]*/g) ?? [])]
  return [...new Set([...found, '--help'])].toSorted()
}

/** `add [dir] … | remove [dir] | list` → add, remove, list. */
function usageOf(name: string, help: string): Pick<CompletedCommand, 'words' | 'entries'> {
  const usage = (help.split('\n')[0] ?? '').replace(`Usage: hookline ${name}`, '')
  const firsts = usage.split('|').map((part) => part.trim().split(/\s+/)[0] ?? '')
  const words = firsts.flatMap((word): readonly string[] =>
    word === '<event>' ? eventNames : /^[<[]pack[>\]]$/.test(word) ? packNames : /^[a-z]+$/.test(word) ? [word] : [],
  )
  return { words: [...new Set(words)], entries: firsts.includes('<entry>') }
}

/** The values of options. */
export const valueWords: Readonly<Record<string, readonly string[]>> = {
  '--event': eventNames,
  '--purpose': ['act', ...purposes],
  '--edition': Object.keys(editions),
  '--host': hostNames,
  '--agent': [...agents.flatMap(({ name, headless }) => (headless === undefined ? [] : [name])), 'all'],
  '--mode': ['agent', 'ask', 'edit'],
}
