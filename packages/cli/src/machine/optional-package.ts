/** Loads a package that the command does not contain: the team, and the agent with its models. Every other command works without. */
import { installHint } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { oneLine } from '../text/plain.ts'

/** Undefined if it is not installed. Then it has printed what to install. */
export async function loadOptional<T>(
  { packageName, command }: { readonly packageName: string; readonly command: string },
  load: () => Promise<T>,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<T | undefined> {
  try {
    return await load()
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) throw thrown
    const state = thrown.message.includes(`'${packageName}'`)
      ? 'is not installed'
      : `is incomplete (${oneLine(thrown.message)})`
    stderr.write(
      `hookline: hookline ${command} needs the package ${packageName}, which ${state}. ${installHint(packageName)}\n`,
    )
    return undefined
  }
}
