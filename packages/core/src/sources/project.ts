/** One workspace root's hooks; they do not run before the root is trusted. */
import type { Source } from '../ports.ts'
import { readAsHooks, documentSource, type SourceSetup } from './document.ts'
import { hooksKeys, ownKeys } from './prefilter.ts'
import { projectFile, projectOwnFile } from './locations.ts'

const place = (root: string) => ({ source: 'project', trust: 'untrusted', root, cwd: root }) as const

export const project = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...place(root), own: false, file: projectFile(setup.platform, root) }, setup, readAsHooks, hooksKeys)

export const projectOwn = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...place(root), own: true, file: projectOwnFile(setup.platform, root) }, setup, readAsHooks, ownKeys)
