/** What a command reads from its standard input, where the text tells. */
import type { ShellCommand } from '@hookline/core/shell'

export const inputTextOf = ({ stdin }: ShellCommand): string | undefined =>
  stdin.kind === 'text' ? stdin.text : stdin.kind === 'pipe' ? stdin.text : undefined
