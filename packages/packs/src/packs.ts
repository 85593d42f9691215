/** Every pack, the most useful first. */
import type { Pack } from '@hookline/core/sdk'
import { approveNetwork } from './approve-network/pack.ts'
import { audit } from './audit/pack.ts'
import { blockGit } from './block-git/pack.ts'
import { configGuard } from './config-guard/pack.ts'
import { formatOnEdit } from './format-on-edit/pack.ts'
import { gitPolicy } from './git-policy/pack.ts'
import { kubeGuard } from './kube-guard/pack.ts'
import { mcpAllowlist } from './mcp-allowlist/pack.ts'
import { notify } from './notify/pack.ts'
import { protectFiles } from './protect-files/pack.ts'
import { redactSecretsPack } from './redact-secrets/pack.ts'
import { secretScan } from './secret-scan/pack.ts'
import { sessionContext } from './session-context/pack.ts'
import { sessionInit } from './session-init/pack.ts'
import { shellGuard } from './shell-guard/pack.ts'
import { trackStop } from './track-stop/pack.ts'
import { verifyOnStop } from './verify-on-stop/pack.ts'

export const packs: readonly Pack[] = [
  shellGuard,
  protectFiles,
  gitPolicy,
  secretScan,
  sessionContext,
  formatOnEdit,
  verifyOnStop,
  audit,
  configGuard,
  mcpAllowlist,
  notify,
  blockGit,
  approveNetwork,
  kubeGuard,
  trackStop,
  redactSecretsPack,
  sessionInit,
]
