/** `hookline completion`: prints a script with which a shell completes commands, options, events and configured hooks. */
import { bash } from '../completion/bash.ts'
import { fish } from '../completion/fish.ts'
import { type CompletedCommand, completionTable } from '../completion/table.ts'
import { zsh } from '../completion/zsh.ts'
import { readFlags, UsageError } from '../flags.ts'
import { type CommandTable, exits, type Io } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'

export const help = `Usage: hookline completion bash | zsh | fish

Prints a completion script for commands, options, event names, and the ids and
names of the configured hooks. To install it:

  bash  add to ~/.bashrc: eval "$(hookline completion bash)"
  zsh   add to ~/.zshrc, after compinit: source <(hookline completion zsh)
  fish  run: hookline completion fish > ~/.config/fish/completions/hookline.fish

  --json  { "shell", "script" }

Exit codes: 0 success; 64 wrong usage.

Example: hookline completion bash
`

const shells: Readonly<Record<string, (rows: readonly CompletedCommand[]) => string>> = { bash, zsh, fish }

export async function run(args: readonly string[], io: Io, all: CommandTable): Promise<number> {
  const { values, positionals } = readFlags(args, { json: { type: 'boolean' } }, 1)
  const [shell = ''] = positionals
  const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
  if (write === undefined)
    throw new UsageError(
      shell === ''
        ? 'name a shell: bash, zsh or fish'
        : `unknown shell ${JSON.stringify(oneLine(shell))}. Use bash, zsh or fish`,
    )
  const script = write(await completionTable(all))
  io.stdout.write(values.json === true ? `${json({ shell, script })}\n` : script)
  return exits.fine
}
