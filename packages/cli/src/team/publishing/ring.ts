/** The flags that say which machines get a revision first. */
import type { PublishRing } from '@hookline/team/client'
import { UsageError } from '../../flags.ts'
import { oneLine } from '../../text/plain.ts'

interface RingFlags {
  readonly ring?: string | undefined
  readonly percent?: string | undefined
  readonly all?: boolean | undefined
  readonly observe?: boolean | undefined
}

export function readRing({ ring, percent, all, observe }: RingFlags): PublishRing {
  if ([ring !== undefined, percent !== undefined, all === true, observe === true].filter(Boolean).length > 1)
    throw new UsageError('choose one of --observe, --ring canary, --percent <n> and --all')
  if (observe === true) return { ring: 'observe', percent: 0 }
  if (percent !== undefined) return { ring: 'percent', percent: readPercent(percent) }
  if (ring === undefined || ring === 'all') return { ring: 'all', percent: 0 }
  if (ring === 'canary' || ring === 'observe') return { ring, percent: 0 }
  throw new UsageError(
    `--ring must be observe, canary or all, got "${oneLine(ring)}". For a share of the machines: --percent 10`,
  )
}

export function readPercent(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100) return Number(text)
  throw new UsageError(`--percent must be a number from 1 to 100, got "${oneLine(text)}"`)
}

export const ringText = ({ ring, percent }: PublishRing): string =>
  ring === 'observe'
    ? 'every machine, only to observe,'
    : ring === 'canary'
      ? 'the canary machines'
      : ring === 'percent'
        ? `${percent} % of the machines`
        : 'every machine'
