/** What the panel shows: one workspace with its hooks, and the log. The demo is a scene of its own. */
import { homedir } from 'node:os'
import { compose, type Entry, type Hooks, type Log, type NodeConfigs } from '@hookline/core/node'
import type { Io } from '../../io.ts'
import { openOwnLog } from '../../log/open.ts'
import { findAllHookRoots } from '../../paths.ts'
import { type Marks, openMarks } from './marks.ts'

export interface Scene {
  readonly root: string
  /** All directories whose hooks are shown: the root, those around it and those below it. */
  readonly roots: readonly string[]
  readonly home: string
  readonly env: Io['env']
  readonly demo: boolean
  readonly log: Log
  readonly marks: Marks
  /** Finds the entries of events and reports changed files. The panel never runs a hook with it. */
  readonly hooks: Hooks
  readonly configs: NodeConfigs
  close(): Promise<void>
}

export async function openScene(root: string, env: Io['env']): Promise<Scene> {
  const roots = findAllHookRoots(root)
  const { hooks, configs } = await compose({ workspaceRoots: roots, env, team: true })
  return {
    root,
    roots,
    home: homedir(),
    env,
    demo: false,
    log: openOwnLog(),
    marks: openMarks(),
    hooks,
    configs,
    close: () => hooks.close(),
  }
}

/** What a row needs beside its record. */
export interface RowFacts {
  /** Today's entries, by id: the log does not record their timeouts. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly marked: ReadonlySet<string>
}

export const rowFacts = ({ hooks, marks }: Pick<Scene, 'hooks' | 'marks'>): RowFacts => ({
  entries: new Map(hooks.entries.map((entry: Entry) => [entry.id, entry])),
  marked: marks.ids(),
})
