import type { PackCanary } from '@hookline/core/sdk'
import type { PackCases } from '../testing/pack-cases.ts'

const start = (wants: PackCanary['wants'], says: string): PackCanary => ({
  event: 'sessionStart',
  says,
  wants,
  input: () => ({ session_id: 's', is_background_agent: false }),
})

export const cases: readonly PackCases[] = [
  { cases: [start('allow', 'nothing is required')] },
  {
    parameters: { require: ['no-such-program', './no-such-file', '$NO_SUCH_VARIABLE'] },
    cases: [start('allow', 'a missing requirement is only reported')],
  },
  {
    parameters: { require: ['sh', './.hookline/hookline.json', '$PATH'], onMissing: 'refuse' },
    cases: [start('allow', 'all is there')],
  },
  ...['no-such-program', './no-such-file', '$NO_SUCH_VARIABLE'].map((one) => ({
    parameters: { require: [one], onMissing: 'refuse' },
    cases: [start('deny', `${one} is missing`)],
  })),
]
