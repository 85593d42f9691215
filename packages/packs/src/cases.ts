/** Every pack's table of cases. Those that only do something are tested with real programs beside it. */
import { approveNetworkCases } from './approve-network/cases.ts'
import { blockGitCases } from './block-git/cases.ts'
import { configGuardCases } from './config-guard/cases.ts'
import { gitPolicyCases } from './git-policy/cases.ts'
import { kubeGuardCases } from './kube-guard/cases.ts'
import { mcpAllowlistCases } from './mcp-allowlist/cases.ts'
import { protectFilesCases } from './protect-files/cases.ts'
import { redactSecretsCases } from './redact-secrets/cases.ts'
import { secretScanCases } from './secret-scan/cases.ts'
import { sessionInitCases } from './session-init/cases.ts'
import { shellGuardCases } from './shell-guard/cases.ts'
import type { PackCases } from './testing/pack-cases.ts'

export const packCases: readonly PackCases[] = [
  ...shellGuardCases,
  ...protectFilesCases,
  ...gitPolicyCases,
  ...secretScanCases,
  ...configGuardCases,
  ...mcpAllowlistCases,
  ...blockGitCases,
  ...approveNetworkCases,
  ...kubeGuardCases,
  ...redactSecretsCases,
  ...sessionInitCases,
]
