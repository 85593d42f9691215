import { readFileSync } from 'node:fs';

const event = JSON.parse(readFileSync(0, 'utf8'));
const allowed = new Set(['metrics', 'traces']);
const server = event.mcp_server_name ?? '';

console.log(
  JSON.stringify(
    allowed.has(server)
      ? { permission: 'allow' }
      : {
          permission: 'deny',
          user_message: `MCP server "${server}" is not on the list.`,
          agent_message: 'Only the metrics and traces servers may be used.',
        },
  ),
);
