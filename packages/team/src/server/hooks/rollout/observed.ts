/** Which hooks of a candidate machines only observe: those that they do not enforce already as they are. Pure. */
import type { HookWithVersion } from '../../store/hooks.ts'
import type { CandidateHook } from '../../store/rollouts.ts'

export const toCandidateHook = ({ hook, version }: HookWithVersion): CandidateHook => ({
  ...{ id: hook.id, version: version.version, active: hook.is_active === 1 },
})

export const isObserved = ({ id, version, active }: CandidateHook, stable: readonly HookWithVersion[]): boolean =>
  active && !stable.map(toCandidateHook).some((other) => other.id === id && other.version === version && other.active)
