/** How many devices are guarded. Each number leads to the devices that it counts. */
import type { Coverage } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { reveal } from '../../../kit/reveal.ts'
import { admin } from '../../api.ts'
import { type CoverageNumber, listNumbers } from './coverage-labels.ts'
import { DevicesLink } from './devices-link.tsx'

export const useCoverage = (teamId: string) =>
  useQuery<Coverage>({
    queryKey: [teamId, 'coverage'],
    queryFn: ({ signal }) => admin.getCoverage({ teamId }, { signal }),
    refetchInterval: 15_000,
  })

/** Shows nothing while there are no devices, or while the numbers are loading. */
export function CoverageBar({ coverage }: { readonly coverage: Coverage | undefined }) {
  if (coverage === undefined || coverage.devices === 0) return null
  return (
    <section aria-label="Coverage" className="coverage-bar">
      <ul>
        {listNumbers(coverage).map((number) => (
          <CoverageItem key={number.text} {...number} />
        ))}
      </ul>
    </section>
  )
}

const CoverageItem = ({ count, text, tone, search }: CoverageNumber) => (
  <li>
    <DevicesLink search={search} className="coverage-number">
      <span className={`coverage-count tone-${count === 0 ? 'plain' : tone}`}>{count.toLocaleString('en')}</span>
      <span>{reveal(text)}</span>
    </DevicesLink>
  </li>
)
