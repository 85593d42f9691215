/** How long events waited for their hooks, as percentiles. */
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
      Time spent in hooks per event
    </Title>
    <dl className="figures">
      {figures.map(([name, explanation]) => (
        <div key={name}>
          <dt>
            {name} <span className="figure-words">{explanation}</span>
          </dt>
          <dd>{formatMs(latency[name])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
