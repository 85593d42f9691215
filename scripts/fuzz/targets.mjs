// All fuzz targets.
import { dialects } from './targets/dialects.mjs'
import { hooksFile } from './targets/hooks-file.mjs'
import { matchers } from './targets/matchers.mjs'
import { payloads } from './targets/payloads.mjs'
import { replies } from './targets/replies.mjs'
import { reports } from './targets/reports.mjs'
import { rules } from './targets/rules.mjs'
import { shell } from './targets/shell.mjs'
import { team } from './targets/team.mjs'

export const targets = [hooksFile, payloads, replies, matchers, dialects, shell, rules, team, reports]
