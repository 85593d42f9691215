// Turns the example hooks into a module, because the published package does not contain `examples/`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const names = ['audit.sh', 'block-git.sh', 'format.sh', 'one-more-round.sh', 'redact-secrets.mjs', 'session-init.sh']

export function demoScripts(folder) {
  const entries = names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    if (/`|\$\{/.test(text)) throw new Error(`${name} contains a backtick or \${, which a template cannot contain`)
    return `  '${name}': String.raw\`${text}\`,\n`
  })
  return `/** The hooks of the demonstration. Generated from examples/project/.cursor/hooks by \`npm run generate\`; edit there. */\nexport const scripts = {\n${entries.join('')}} as const\n`
}
