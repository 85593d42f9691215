/** The commands before a pipe. Those of one stage share their input, so a walk that meets it again would double at every stage. */
import type { ShellCommand, ShellInput } from '../types.ts'

/** Every command whose output may reach this input through pipes: each once, a command before those that feed it. */
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
