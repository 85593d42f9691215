/** A decision or status as text with colour and a sign, never as colour alone. */
import type { Tone } from '../wire/panel.ts'

const signs: Readonly<Record<Tone, string>> = { allow: '✓', deny: '✕', ask: '?', fail: '!', plain: '·' }

interface StatusLabelProps {
  readonly tone: Tone
  /** Replaces the usual sign of the tone. */
  readonly sign?: string
  readonly children: string
}
export function StatusLabel({ tone, sign = signs[tone], children }: StatusLabelProps) {
  return (
    <span className={`word tone-${tone}`}>
      <span aria-hidden="true">{sign} </span>
      {children}
    </span>
  )
}

const managed = ['enterprise', 'team']

/** Where a hook comes from. Sources that an organisation manages stand out. */
export function SourceBadge({ source }: { readonly source: string }) {
  return <span className={managed.includes(source) ? 'badge badge-managed' : 'badge'}>{source}</span>
}
