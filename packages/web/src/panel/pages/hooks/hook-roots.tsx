/** The directories of the workspace that have hooks of their own, each with its trust. */
import { Text } from '@mantine/core'
import { formatCount, relativePath } from '../../../kit/text.ts'
import type { HookRoot } from '../../../wire/panel.ts'
import { typed } from '../../command.ts'
import { useHealth } from '../../health.ts'
import { describeTrust, needsTrust } from './labels.ts'

export function HookRoots({ roots }: { readonly roots: readonly HookRoot[] }) {
  const { data } = useHealth()
  if (roots.length < 2) return null
  return (
    <section aria-label="Directories with hooks" className="hook-roots">
      <Text size="sm" c="dimmed">
        {formatCount(roots.length, 'directory has', 'directories have')} hooks. Each is trusted separately, and those
        below the workspace apply to what is inside them.
      </Text>
      <ul>
        {roots.map(({ root, trust }) => (
          <li key={root}>
            <span className="mono">{root === data?.root ? '.' : relativePath(root, data?.root)}</span>{' '}
            <span className={needsTrust(trust) ? 'tone-ask' : 'hook-dim'}>{describeTrust(trust)}</span>
            {needsTrust(trust) ? (
              <>
                {' '}
                · to review: <span className="mono">{typed(`trust add ${root}`)}</span>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
