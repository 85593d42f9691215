import type { PackCases } from '../testing/pack-cases.ts'
import { mcpCanary as mcp } from './canary.ts'

export const mcpAllowlistCases: readonly PackCases[] = [
  {
    pack: 'mcp-allowlist',
    parameters: { servers: ['docs'], tools: ['github/get_*', 'search'], deny: ['docs/delete_*'] },
    cases: [
      mcp('ask', 'github', 'create_issue'),
      mcp('ask', '', 'get_issue'),
      mcp('deny', 'docs', 'delete_page'),
      mcp('allow', 'docs', 'read_page'),
      mcp('allow', 'github', 'get_issue'),
      mcp('allow', 'any', 'search'),
    ],
  },
  {
    pack: 'mcp-allowlist',
    parameters: { default: 'allow', deny: ['*/drop_*'] },
    cases: [mcp('deny', 'db', 'drop_table'), mcp('allow', 'db', 'select'), mcp('allow', '', 'select')],
  },
]
