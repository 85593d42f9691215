// The example hooks as a module, because a published package does not hold `examples/`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const names = ['audit.sh', 'block-git.sh', 'format.sh', 'one-more-round.sh', 'redact-secrets.mjs', 'session-init.sh']

export function demoScripts(folder) {
  const entries = names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    if (/`|\$\{/.test(text)) throw new Error(`${name} holds a backtick or \${: it could not stand in a template`)
    return `  '${name}': String.raw\`${text}\`,\n`
  })
  return `/** The hooks of the demonstration. Generated from examples/project/.cursor/hooks by \`npm run generate\`; edit there. */\nexport const scripts = {\n${entries.join('')}} as const\n`
}
