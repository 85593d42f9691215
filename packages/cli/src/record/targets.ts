/** Finds the test file for a hook's cases: beside its script, or else beside the file that configures it. */

import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { isProjectSource, usualFile } from '@hookline/core/agents'
import type { Entry, LogRun } from '@hookline/core/node'
import { readOwnEntries } from '../hooktest/read/own-entries.ts'

export interface TestTarget {
  readonly file: string
  /** The hook, as the test file names it. */
  readonly hook: string
}
export interface Targets {
  of(run: LogRun, event: string): TestTarget | { readonly unusable: string }
}

/** `home` is an empty home directory, because tests are only about a workspace's own hooks. */
export async function openTargets(root: string, home: string, out: string | undefined): Promise<Targets> {
  const { entries, scriptsOf } = await readOwnEntries(root, home)
  return {
    of({ entry: { id, label, source } }, event) {
      // An entry that was edited since has another id, but usually the same label.
      const entry =
        entries.find((one) => one.id === id) ?? entries.find((one) => one.event === event && one.label === label)
      if (entry !== undefined) return targetOf(entry, scriptsOf(entry)[0], root, out)
      const known = isProjectSource(source)
      return {
        unusable: known ? 'its hook is no longer configured here' : 'its hook does not belong to this workspace',
      }
    },
  }
}

function targetOf(entry: Entry, script: string | undefined, root: string, out: string | undefined): TestTarget {
  const beside = script === undefined ? dirname(entry.origin.file ?? join(root, usualFile)) : dirname(script)
  const directory = out ?? beside
  const stem = script === undefined ? slugOf(entry) : basename(script, extname(script))
  const hook =
    script === undefined
      ? (entry.name ?? entry.id)
      : out === undefined
        ? `./${basename(script)}`
        : fromRoot(script, root)
  return { file: findExisting(join(directory, stem)) ?? join(directory, `${stem}.hooktest.yaml`), hook }
}

const fromRoot = (script: string, root: string): string => `./${relative(root, script).split(sep).join('/')}`

const findExisting = (stem: string): string | undefined =>
  ['yaml', 'yml'].map((ending) => `${stem}.hooktest.${ending}`).find((file) => existsSync(file))

function slugOf({ name, label, id }: Entry): string {
  const slug = (name ?? label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return slug === '' ? (id.split('/').at(-1) ?? 'hook') : slug
}
