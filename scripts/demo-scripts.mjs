// The example hooks as a module, because a published package does not hold `examples/`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function demoScripts(folder) {
  const entries = readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      if (/`|\$\{/.test(text)) throw new Error(`${name} holds a backtick or \${: it could not stand in a template`)
      return `  '${name}': String.raw\`${text}\`,\n`
    })
  return `/** The hooks of the demonstration. Generated from examples/hooks/ by \`npm run generate\`; edit there. */\nexport const scripts = {\n${entries.join('')}} as const\n`
}
