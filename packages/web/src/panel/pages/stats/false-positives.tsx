/** Decisions that the user marked as false positives. */
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle, formatAgo, formatDate } from '../../../kit/text.ts'
import type { LogRow } from '../../../wire/panel.ts'

export const FalsePositives = ({ rows }: { readonly rows: readonly LogRow[] }) => (
  <section aria-labelledby="wrong" className="part">
    <Title order={2} id="wrong">
      False positives
    </Title>
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed">
        No false positives in this period. To mark a decision, open its event and select False positive.
      </Text>
    ) : (
      <ul className="wrong-list">
        {rows.map((row) => (
          <li key={row.id}>
            <StatusLabel tone={row.tone}>{row.word}</StatusLabel>
            <Anchor
              size="sm"
              underline="always"
              component={Link}
              to={`/log/${encodeURIComponent(row.id)}`}
              className="mono wrong-subject"
            >
              {cutMiddle(row.subject === '' ? row.event : row.subject, 90)}
            </Anchor>
            <Text size="xs" c="dimmed" component="span">
              {row.who === '' ? '' : `${row.who}, `}
              <span title={formatDate(row.at)}>{formatAgo(row.at)}</span>
            </Text>
          </li>
        ))}
      </ul>
    )}
  </section>
)
