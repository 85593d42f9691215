/** A decision in words and colour, never in colour alone. */
import type { Tone } from '../wire/panel.ts'

const signs: Readonly<Record<Tone, string>> = { allow: '✓', deny: '✕', ask: '?', fail: '!', plain: '·' }

export function Word({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={`word tone-${tone}`}>
      <span aria-hidden="true">{signs[tone]} </span>
      {children}
    </span>
  )
}

const managed = ['enterprise', 'team']

/** Where a hook comes from: what an organisation laid down stands out. */
export function SourceBadge({ source }: { readonly source: string }) {
  return <span className={managed.includes(source) ? 'badge badge-managed' : 'badge'}>{source}</span>
}
