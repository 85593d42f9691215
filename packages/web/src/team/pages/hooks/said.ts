/** How a hook stands, in words; and which of them are shown. Pure. */
import type { Hook, HookVersion } from '@hookline/team/wire'
import type { Tone } from '../../../wire/panel.ts'

interface Said {
  readonly word: string
  readonly tone: Tone
}

export function stateSaid({ isActive, isDeleted }: Pick<Hook, 'isActive' | 'isDeleted'>): Said {
  if (isDeleted) return { word: 'Deleted', tone: 'deny' }
  return isActive ? { word: 'Active', tone: 'allow' } : { word: 'Off', tone: 'plain' }
}

interface Named {
  readonly id: bigint
  readonly current?: Pick<HookVersion, 'scriptName'> | undefined
}
/** One that was saved without a name is called by its number. */
export const nameOf = ({ id, current }: Named): string => current?.scriptName.trim() || `hook ${id}`

/** What publishing would do to it; undefined: nothing. */
export function changeSaid(
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
    ...(hook.isActive === hook.publishedActive ? [] : [hook.isActive ? 'will be switched on' : 'will be switched off']),
  ]
  return parts.join(', ') || 'changed'
}

export const versionSaid = ({ publishedVersion }: Pick<Hook, 'publishedVersion'>): string =>
  publishedVersion === 0n ? 'no machine has it' : `version ${publishedVersion} is published`

export const systemsSaid = (systems: readonly string[]): string =>
  systems.length === 0 ? 'every system' : systems.join(', ')

export interface Wanted {
  readonly text: string
  readonly event: string | null
  readonly state: string | null
}
export const everything: Wanted = { text: '', event: null, state: null }
export const states = ['Active', 'Off', 'Deleted', 'Not published'] as const

export const shown = (hooks: readonly Hook[], { text, event, state }: Wanted): readonly Hook[] =>
  hooks.filter((hook) => {
    const { current } = hook
    const words = `${hook.id} ${current?.scriptName} ${current?.hookStep} ${current?.matcher ?? ''}`.toLowerCase()
    return (
      text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => words.includes(word)) &&
      (event === null || current?.hookStep === event) &&
      (state === null || (state === 'Not published' ? hook.hasChanges : stateSaid(hook).word === state))
    )
  })
