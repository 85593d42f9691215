import { existsSync } from 'node:fs'
process.stdin.resume().on('end', () => {
  const ready = existsSync('node_modules')
  console.log(JSON.stringify({ additional_context: ready ? 'Dependencies are installed.' : 'Run npm ci first.' }))
})
