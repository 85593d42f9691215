/** Reads once what the checks of doctor need. */
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import {
  compose,
  type Edition,
  type Entry,
  type Hooks,
  type Problem,
  type Settings,
  type SourceName,
  sourceSetup,
  standardSources,
  type TrustFinding,
} from '@hookline/core/node'
import type { Io } from '../io.ts'
import { type RootTrust, readRootTrust } from '../root-trust.ts'

export interface HookFile {
  readonly source: SourceName
  readonly path: string
}
export interface Survey {
  readonly root: string
  readonly home: string
  readonly edition: Edition
  readonly env: Io['env']
  /** Used only to plan events, never to run hooks. */
  readonly hooks: Hooks
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  /** The settings of all files, in order of priority. */
  readonly settings: readonly Settings[]
  /** Every file that Hookline reads, whether it exists or not, in order of priority. */
  readonly files: readonly HookFile[]
  readonly trust: TrustFinding
  /** The directories with hooks of their own among those that were read. */
  readonly roots: readonly RootTrust[]
  readonly stateDirectory: string
}

/** `roots` are the directories whose hooks are read. Default: the root alone. */
export async function survey(
  root: string,
  edition: Edition,
  env: Io['env'],
  roots: readonly string[] = [root],
): Promise<Survey> {
  const { hooks, configs } = await compose({ workspaceRoots: roots, edition, env, watch: false })
  const sources = standardSources({ ...sourceSetup({ edition }), roots })
  return {
    root,
    home: homedir(),
    edition,
    env,
    hooks,
    entries: hooks.entries,
    problems: hooks.problems,
    settings: configs.current().settings ?? [],
    files: sources.flatMap(({ name, watched }) => (watched?.() ?? []).map((path) => ({ source: name, path }))),
    trust: configs.trustOf(root),
    roots: readRootTrust(roots, configs),
    stateDirectory: dirname(configs.store.file),
  }
}
