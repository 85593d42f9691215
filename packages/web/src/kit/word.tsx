/** A decision in words and colour, never in colour alone. */
import type { Tone } from '../wire/panel.ts'

const signs: Readonly<Record<Tone, string>> = { allow: '✓', deny: '✕', ask: '?', fail: '!', plain: '·' }

interface WordProps {
  readonly tone: Tone
  /** Where another sign says it better. */
  readonly sign?: string
  readonly children: string
}
export function Word({ tone, sign = signs[tone], children }: WordProps) {
  return (
    <span className={`word tone-${tone}`}>
      <span aria-hidden="true">{sign} </span>
      {children}
    </span>
  )
}

const managed = ['enterprise', 'team']

/** Where a hook comes from: what an organisation laid down stands out. */
export function SourceBadge({ source }: { readonly source: string }) {
  return <span className={managed.includes(source) ? 'badge badge-managed' : 'badge'}>{source}</span>
}
