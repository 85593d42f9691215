const fs = require('fs')

const ALLOWED = new Set(['search_docs', 'get_issue', 'list_issues'])

const event = JSON.parse(fs.readFileSync(0, 'utf8'))
console.log('mcp-allow:', event.tool_name)

if (ALLOWED.has(event.tool_name)) {
  console.log(JSON.stringify({ permission: 'allow' }))
} else {
  console.log(JSON.stringify({
    permission: 'ask',
    user_message: `MCP tool ${event.tool_name} is not on the list.`,
    agent_message: 'Waiting for the user to approve this MCP tool.',
  }))
}
