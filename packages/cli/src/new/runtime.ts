/** Finds out whether the installed Node can run TypeScript, and with which command. */
import type { NodeFlavour } from './node.ts'

export interface NodeRuntime {
  readonly flavour: NodeFlavour
  /** The program and its options, before the file in `command`. */
  readonly command: string
  /** The reason, for the user. */
  readonly why: string
}

/** Node strips types with a flag from 22.7 on (with a `package.json` of any type), and without one from 22.18 and 23.6 on. */
export function nodeRuntime(version = process.versions.node): NodeRuntime {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const byItself = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  if (byItself)
    return {
      flavour: 'ts',
      command: 'node',
      why: `Node ${version} runs TypeScript directly; others who use the hook need Node 22.18 or later`,
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
    why: `Node ${version} cannot run TypeScript (22.7 and later can), so the hook is JavaScript with types in comments`,
  }
}
