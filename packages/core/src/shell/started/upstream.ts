/** Finds the commands before a pipe. Commands of one stage share their input, so each is visited once: otherwise the work would double per stage. */
import type { ShellCommand, ShellInput } from '../types.ts'

/** Every command whose output may reach this input through pipes, each once, nearest first. */
export function upstreamOf(stdin: ShellInput): readonly ShellCommand[] {
  const found = new Set<ShellCommand>()
  const walk = (input: ShellInput): void => {
    if (input.kind !== 'pipe') return
    for (const one of input.from) {
      if (found.has(one)) continue
      found.add(one)
      walk(one.stdin)
    }
  }
  walk(stdin)
  return [...found]
}
