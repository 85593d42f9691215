// Fires events while the clock of the machine, as JavaScript shows it, jumps by a year.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, openLog } from '@hookline/core/node'

const YEAR = 365 * 24 * 3600 * 1000
const RealDate = Date
let offset = 0
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + offset] : args))
  }
  static now() {
    return RealDate.now() + offset
  }
}

const root = mkdtempSync(join(tmpdir(), 'hl-e22-'))
mkdirSync(join(root, '.hookline'))
const entries = [
  { command: 'sleep 60', matcher: '^hang', timeout: 1 },
  { command: `sleep 0.3; echo '{"permission":"allow"}'`, matcher: '^answer', timeout: 60 },
]
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: entries } }),
)
const env = { PATH: process.env.PATH, HOME: root }
const directory = join(root, 'log')
const hooks = await createHooks({
  workspaceRoots: [root],
  home: root,
  env,
  trust: 'all',
  watch: false,
  log: { directory },
})
const outcomes = []
for (const [at, [name, jump]] of [
  ['hang', YEAR],
  ['answer', -YEAR],
  ['hang', -YEAR],
  ['answer', YEAR],
].entries()) {
  const fired = hooks.fire('beforeShellExecution', { command: `${name} ${at}`, cwd: root, sandbox: false })
  setTimeout(() => {
    offset += jump
  }, 50)
  const { runs } = await fired
  outcomes.push(runs[0].outcome.kind === 'failed' ? runs[0].outcome.code : runs[0].outcome.kind)
}
await hooks.close()
const { records } = await openLog(directory, { cache: join(root, 'cache') }).query()
rmSync(root, { recursive: true, force: true })
console.log(JSON.stringify({ outcomes, order: records.map(({ input }) => input.command).toReversed() }))
