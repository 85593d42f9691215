const { readFileSync } = require('fs')

const { command } = JSON.parse(readFileSync(0, 'utf8'))
const global = /\bnpm\s+(i|install)\s+(.*\s)?(-g|--global)(\s|$)/.test(command)

console.log(JSON.stringify(global
  ? { permission: 'deny', user_message: 'No global installs.', agent_message: 'Install it as a dev dependency or use npx.' }
  : { permission: 'allow' }))
