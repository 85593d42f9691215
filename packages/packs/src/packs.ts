/** Every pack, in the order in which people want them. */
import type { Pack } from '@hookline/core/sdk'
import { gitPolicy } from './git-policy/pack.ts'
import { protectFiles } from './protect-files/pack.ts'
import { secretScan } from './secret-scan/pack.ts'
import { shellGuard } from './shell-guard/pack.ts'

export const packs: readonly Pack[] = [shellGuard, protectFiles, gitPolicy, secretScan]
