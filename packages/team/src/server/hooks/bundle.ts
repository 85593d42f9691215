/** Creates the files to sign: the list of hooks and their scripts by hash. Names in the list are labels, never paths. */
import type { Bundle, BundledHook } from '../../wire/bundle.ts'
import { sha256 } from '../signing/tuf.ts'
import type { HookWithVersion } from '../store/hooks.ts'

export const bundleName = 'bundle.json'

export interface Targets {
  readonly list: readonly BundledHook[]
  readonly bundle: string
  /** All files by name, including the bundle. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

export function createTargets(team: string, revision: number, hooks: readonly HookWithVersion[]): Targets {
  const files = new Map<string, Uint8Array>()
  const bundled = hooks.map(({ hook, version }): BundledHook => {
    const script = Buffer.from(version.script_content)
    const target = `scripts/${sha256(script)}`
    files.set(target, script)
    return {
      id: hook.id,
      hook_step: version.hook_step,
      script_name: version.script_name,
      // The column holds a JSON list of strings.
      operating_systems: JSON.parse(version.operating_systems) as string[],
      is_active: hook.is_active === 1,
      ...(version.matcher === null ? {} : { matcher: version.matcher }),
      ...(version.timeout === null ? {} : { timeout: version.timeout }),
      ...(version.fail_closed === null ? {} : { fail_closed: version.fail_closed === 1 }),
      ...(version.loop_limit === null ? {} : { loop_limit: version.loop_limit }),
      ...(version.approvals === null ? {} : { approvals: version.approvals === 1 }),
      version: version.version,
      target,
    }
  })
  const bundle = JSON.stringify({ schema: 1, team_id: team, revision, hooks: bundled } satisfies Bundle)
  files.set(bundleName, Buffer.from(bundle))
  return { list: bundled, bundle, files }
}
