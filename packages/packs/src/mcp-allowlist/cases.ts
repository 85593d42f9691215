import type { PackCases } from '../testing/pack-cases.ts'
import { mcpCanary as mcp } from './canary.ts'

/** A call with Claude Code's name, split at the first possible position. */
const named = (wants: Parameters<typeof mcp>[0], server: string, tool: string) =>
  mcp(wants, server, tool, `mcp__${server}__${tool}`, `mcp__${server}__${tool}`)

export const cases: readonly PackCases[] = [
  {
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
    parameters: { servers: ['github'], tools: ['mcp__jira__get__issue'], deny: ['box__evil/*', 'shell/*'] },
    cases: [
      named('ask', 'github', 'evil__run'),
      named('ask', 'github', '_run'),
      named('ask', 'github', 'a__b__c'),
      named('deny', 'box', 'evil__run'),
      mcp('deny', 'shell', 'run'),
      named('allow', 'github', 'get_issue'),
      named('allow', 'jira', 'get__issue'),
      mcp('allow', 'github', 'get__issue'),
      mcp('allow', 'github', 'run'),
      mcp('allow', 'github', 'create_issue'),
    ],
  },
  {
    parameters: { default: 'allow', deny: ['*/drop_*'] },
    cases: [mcp('deny', 'db', 'drop_table'), mcp('allow', 'db', 'select'), mcp('allow', '', 'select')],
  },
]
