/** One finding for all commands of a shared file that need a system which not every reader of the file has. */
import type { CommandText, FileContext } from '../../context/context.ts'
import type { RuleFinding } from '../../rule.ts'

export function findNeeding(
  { commands }: Pick<FileContext, 'commands'>,
  needs: (command: CommandText) => boolean,
  { system, hint }: { readonly system: string; readonly hint: string },
): readonly RuleFinding[] {
  const needing = commands.filter(needs)
  const [first] = needing
  if (first === undefined) return []
  const subject =
    needing.length === commands.length
      ? 'every hook in this shared file needs'
      : `${needing.length} of ${commands.length} hooks in this shared file need`
  return [{ at: first.at(0), message: `${subject} ${system}`, hint }]
}
