let raw = ''

process.stdin.on('data', (d) => (raw += d))
process.stdin.on('end', () => {
  const { command } = JSON.parse(raw)
  if (/\bdocker\s+(system|volume)\s+prune\b/.test(command)) {
    process.stdout.write(JSON.stringify({
      permission: 'deny',
      user_message: 'Pruning removes the shared dev volumes.',
      agent_message: 'docker prune is not allowed here; remove single containers by name.',
    }))
    return
  }
  process.stdout.write(JSON.stringify({ permission: 'allow' }))
})

process.exit(0)
