/** Every pack's table of cases. */
import { gitPolicyCases } from './git-policy/cases.ts'
import { protectFilesCases } from './protect-files/cases.ts'
import { secretScanCases } from './secret-scan/cases.ts'
import { shellGuardCases } from './shell-guard/cases.ts'
import type { PackCases } from './testing/pack-cases.ts'

export const packCases: readonly PackCases[] = [
  ...shellGuardCases,
  ...protectFilesCases,
  ...gitPolicyCases,
  ...secretScanCases,
]
