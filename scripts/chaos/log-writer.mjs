// Records events until it is killed, and prints the number of each one after its record is written.
import { writeSync } from 'node:fs'
import { createHooks } from '@hookline/core/node'

const [directory, home, name] = process.argv.slice(2)
const hooks = await createHooks({
  ...{ workspaceRoots: [], home, watch: false, log: { directory, maxMb: 16_384 } },
  hooks: { beforeShellExecution: [{ name: 'recorded', run: () => undefined }] },
})
for (let at = 0; ; at++) {
  const padding = 'x'.repeat(at % 20 === 0 ? 60_000 : 50)
  await hooks.fire('beforeShellExecution', { command: `${name} ${at}`, cwd: home, sandbox: false, padding })
  writeSync(1, `${at}\n`)
}
