/** How long events waited for their hooks. */
import { Title } from '@mantine/core'
import { formatMs } from '../../../kit/text.ts'
import type { Stats } from '../../../wire/panel.ts'

const figures = [
  ['p50', 'half were faster'],
  ['p90', '9 of 10'],
  ['p95', '19 of 20'],
  ['p99', '99 of 100'],
] as const

export const Latency = ({ latency }: { readonly latency: Stats['latency'] }) => (
  <section aria-labelledby="latency" className="part">
    <Title order={2} id="latency">
      What events waited for their hooks
    </Title>
    <dl className="figures">
      {figures.map(([name, words]) => (
        <div key={name}>
          <dt>
            {name} <span className="figure-words">{words}</span>
          </dt>
          <dd>{formatMs(latency[name])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
