/** The hooks of one workspace root. They do not run until the root is trusted. */
import type { Source } from '../ports.ts'
import { documentSource, readAsHooks, type SourceSetup } from './document.ts'
import { projectFile, projectOwnFile } from './locations.ts'
import { hooksKeys, ownKeys } from './prefilter.ts'

const info = (root: string) => ({ source: 'project', trust: 'untrusted', root, cwd: root }) as const

export const project = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...info(root), own: false, file: projectFile(setup.platform, root) }, setup, readAsHooks, hooksKeys)

export const projectOwn = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...info(root), own: true, file: projectOwnFile(setup.platform, root) }, setup, readAsHooks, ownKeys)
