/** The updates that a device refused before. Its present refusal is above, in a notice of its own. */
import type { RefusedUpdate } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { PlainText } from '../../../kit/plain-text.tsx'
import { formatDate } from '../../../kit/text.ts'

export function RefusedUpdates({ updates }: { readonly updates: readonly RefusedUpdate[] }) {
  const ended = updates.filter(({ endedAt }) => endedAt !== '')
  if (ended.length === 0) return null
  return (
    <section aria-labelledby="refused-updates" className="part">
      <Title order={2} id="refused-updates" mb="xs">
        Updates it refused before
      </Title>
      <ul className="refused-updates">
        {ended.map(({ beganAt, endedAt, revision, reason }) => (
          <li key={beganAt}>
            <Text size="sm">
              From {formatDate(beganAt)} until {formatDate(endedAt)}, with revision {String(revision)} in force
            </Text>
            <PlainText label={`Reason of ${formatDate(beganAt)}`} text={reason} />
          </li>
        ))}
      </ul>
    </section>
  )
}
