/** Labels for the state of a hook, and the filter of the hook list. Pure. */
import type { Hook, HookVersion } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

interface StateLabel {
  readonly label: string
  readonly tone: Tone
}

export function describeState({ isActive, isDeleted }: Pick<Hook, 'isActive' | 'isDeleted'>): StateLabel {
  if (isDeleted) return { label: 'Deleted', tone: 'deny' }
  return isActive ? { label: 'Active', tone: 'allow' } : { label: 'Off', tone: 'plain' }
}

interface NamedHook {
  readonly id: bigint
  readonly current?: Pick<HookVersion, 'scriptName'> | undefined
}
/** The script name, or the number of a hook that was saved without a name. */
export const nameOf = ({ id, current }: NamedHook): string => current?.scriptName.trim() || `hook ${id}`

/** What publishing changes for this hook; undefined: nothing. */
export function describeChange(
  hook: Pick<Hook, 'hasChanges' | 'isDeleted' | 'isActive' | 'publishedActive' | 'publishedVersion'> & {
    readonly current?: { readonly version: bigint } | undefined
  },
): string | undefined {
  if (!hook.hasChanges) return undefined
  if (hook.isDeleted) return 'will be removed'
  if (hook.publishedVersion === 0n) return 'new'
  const version = hook.current?.version ?? 0n
  const parts = [
    ...(version === hook.publishedVersion ? [] : [`version ${hook.publishedVersion} → ${version}`]),
    ...(hook.isActive === hook.publishedActive ? [] : [hook.isActive ? 'will be activated' : 'will be deactivated']),
  ]
  return parts.join(', ') || 'changed'
}

export const describePublished = ({ publishedVersion }: Pick<Hook, 'publishedVersion'>): string =>
  publishedVersion === 0n ? 'not on any device yet' : `version ${publishedVersion} is published`

export const describeSystems = (systems: readonly string[]): string =>
  systems.length === 0 ? 'all systems' : systems.join(', ')

/** An empty text is no restriction. */
export interface HookFilter {
  readonly text: string
  readonly event: string
  readonly state: string
}
export const noFilter: HookFilter = { text: '', event: '', state: '' }
export const states = ['Active', 'Off', 'Deleted', 'Not published'] as const

export const filterHooks = (hooks: readonly Hook[], { text, event, state }: HookFilter): readonly Hook[] =>
  hooks.filter((hook) => {
    const { current } = hook
    const searchable = `${hook.id} ${current?.scriptName} ${current?.hookStep} ${current?.matcher ?? ''}`.toLowerCase()
    return (
      text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => searchable.includes(word)) &&
      (event === '' || current?.hookStep === event) &&
      (state === '' || (state === 'Not published' ? hook.hasChanges : describeState(hook).label === state))
    )
  })
