/** One workspace root's hooks; they do not run before the root is trusted. */
import type { Source } from '../ports.ts'
import { asHooks, documentSource, type SourceSetup } from './document.ts'
import { hooksWords, ownWords } from './may-hear.ts'
import { projectFile, projectOwnFile } from './places.ts'

const place = (root: string) => ({ source: 'project', trust: 'untrusted', root, cwd: root }) as const

export const project = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...place(root), own: false, file: projectFile(setup.platform, root) }, setup, asHooks, hooksWords)

export const projectOwn = (root: string, setup: SourceSetup): Source =>
  documentSource({ ...place(root), own: true, file: projectOwnFile(setup.platform, root) }, setup, asHooks, ownWords)
