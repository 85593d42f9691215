/** The copy of a workspace that runs start from: the hook folders, the scripts that are named, and what stands beside them. */

import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { agentDirectories } from '@hookline/core/agents'
import { isInside } from '../read/choose.ts'
import { copyFiles } from './copy.ts'
import { isFile } from './stat.ts'

const hookFolders = [...agentDirectories, '.hookline']
/** What changes how a script below it is read. */
const readWith = ['package.json', 'tsconfig.json']
const MOST_BESIDE = 200
const SMALL = 2 ** 20

/** The folders it was made from. */
export function makeTemplate(root: string, scripts: readonly string[], template: string): readonly string[] {
  mkdirSync(template, { recursive: true })
  const directories = [...new Set(scripts.map((file) => dirname(file)))]
  const folders = [...hookFolders.map((name) => join(root, name)), ...directories.filter((at) => at !== root)]
  const parents = [...new Set(directories.flatMap((at) => parentsOf(at, root)))]
  const files = [root, ...parents].flatMap((at) => readWith.map((name) => join(at, name)))
  const beside = directories.includes(root) ? smallFiles(root) : []
  for (const path of [...folders, ...files, ...beside, ...scripts])
    if (existsSync(path)) copyFiles(path, join(template, relative(root, path)))
  return [root, ...folders].filter((path) => existsSync(path))
}

const parentsOf = (directory: string, root: string): readonly string[] =>
  directory !== root && isInside(directory, root) ? [directory, ...parentsOf(dirname(directory), root)] : []

/** A script in the root itself does not bring the whole workspace along. */
const smallFiles = (root: string): readonly string[] =>
  readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => isFile(path) && statSync(path).size <= SMALL)
    .slice(0, MOST_BESIDE)
