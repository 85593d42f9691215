/** Every command by name; only the one that was asked for is loaded. */
import type { Command } from './io.ts'

interface Row {
  readonly does: string
  load(): Promise<Command>
}

export const commands: Readonly<Record<string, Row>> = {
  trigger: {
    does: 'send one event through the real pipeline and see what decides',
    load: () => import('./commands/trigger.ts'),
  },
  list: {
    does: 'the effective hooks in order, with source, place and trust',
    load: () => import('./commands/list.ts'),
  },
  check: {
    does: 'what is wrong in the hook files, with line and cure',
    load: () => import('./commands/check.ts'),
  },
  test: {
    does: 'run the cases beside the hooks, contained, on every edition and agent',
    load: () => import('./commands/test.ts'),
  },
  trust: {
    does: 'decide whose hooks may run: add, remove, list',
    load: () => import('./commands/trust.ts'),
  },
  run: {
    does: 'the entry agents call: one event on stdin, one decision on stdout',
    load: () => import('./commands/run.ts'),
  },
  demo: {
    does: 'a scripted agent conversation through real hooks, in a temporary workspace',
    load: () => import('./commands/demo.ts'),
  },
}

export const overview = (): string => {
  const rows = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`)
  return `hookline: hooks for coding agents

Usage: hookline <command> [options]

${rows.join('\n')}

hookline <command> --help   its options, with an example
hookline --version

Example: hookline trigger beforeShellExecution --set command='git push --force'

Exit codes: 0 fine, 1 a finding, 3 internal error, 64 wrong usage, 130 interrupted.
2 is said by \`hookline run\` alone: inside an agent it means deny.
`
}
