import type { PackCanary } from '@hookline/core/sdk'

export const mcpCanary = (
  wants: PackCanary['wants'],
  server: string,
  tool: string,
  says = `${server}/${tool}`,
): PackCanary => ({
  event: 'beforeMCPExecution',
  says,
  wants,
  input: () => ({
    tool_name: tool,
    tool_input: '{}',
    ...(server === '' ? {} : { mcp_server_name: server }),
    command: 'npx server',
  }),
})
