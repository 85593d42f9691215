/** A workspace as tests see it: its entries, and a copy of its hook files to start every run from. */
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { choose, pathOf, titleOf } from '../read/choose.ts'
import type { HookChoice, TestFile } from '../read/types.ts'
import { ownEntries } from '../run/own-entries.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { makeTemplate } from './template.ts'

export interface Workspace {
  readonly root: string
  readonly entries: readonly Entry[]
  /** Directories whose change may change a result. */
  readonly watched: readonly string[]
  /** The copy that a run starts from. */
  readonly template: string
  choose(test: TestFile): HookChoice | undefined
  titleOf(test: TestFile): string
  close(): void
}

export async function openWorkspace(root: string, tests: readonly TestFile[]): Promise<Workspace> {
  const scratch = scratchDirectory()
  const home = join(scratch, 'home')
  const { entries, scriptsOf } = await ownEntries(root, home)
  const scripts = [...entries.flatMap(scriptsOf), ...tests.flatMap((test) => pathOf(test) ?? [])]
  const template = join(scratch, 'template', basename(root) || 'root')
  return {
    root,
    entries,
    watched: makeTemplate(root, scripts, template),
    template,
    choose: (test) => choose(test, entries, scriptsOf),
    titleOf: (test) => titleOf(test, entries),
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}
