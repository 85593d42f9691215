/** Whether the Node at hand runs TypeScript as it stands, and how it is called. */
import type { NodeFlavour } from './node.ts'

export interface NodeRuntime {
  readonly flavour: NodeFlavour
  /** In front of the file in `command`. */
  readonly command: string
  /** Why it is what it is, for the person. */
  readonly why: string
}

/** Types are stripped by a flag from 22.7 on (with a `package.json` of any type), by itself from 22.18 and 23.6 on. */
export function nodeRuntime(version = process.versions.node): NodeRuntime {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const byItself = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  if (byItself)
    return {
      flavour: 'ts',
      command: 'node',
      why: `Node ${version} runs TypeScript by itself (others need 22.18 or later)`,
    }
  if (major === 23 || (major === 22 && minor >= 7))
    return {
      flavour: 'ts',
      command: 'node --experimental-strip-types',
      why: `Node ${version} runs TypeScript with --experimental-strip-types`,
    }
  return {
    flavour: 'mjs',
    command: 'node',
    why: `Node ${version} does not run TypeScript (22.7 and later do), so it is JavaScript with its types in comments`,
  }
}
