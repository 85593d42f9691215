// Measures `hookline test` with 500 cases beside 500 bare spawns of the same hook, in turn, and prints the ratio.
// Run it after `npm run build`. A number as the first argument replaces the 500.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, rounds } from './measure.mjs'

const count = Number(process.argv[2] ?? 500)
const bin = fileURLToPath(new URL('../packages/cli/bin/hookline.cjs', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'hookline-bench-hooktest-'))
process.on('exit', () => rmSync(base, { recursive: true, force: true }))
const [root, home] = [join(base, 'work'), join(base, 'home')]
const hooks = join(root, '.cursor/hooks')
for (const directory of [hooks, home]) mkdirSync(directory, { recursive: true })

const hook = join(hooks, 'guard.sh')
writeFileSync(
  hook,
  `#!/bin/sh
case "$(cat)" in
  *"rm -rf"*) echo '{"permission":"deny"}' ;;
  *) echo '{"permission":"allow"}' ;;
esac
`,
)
chmodSync(hook, 0o755)
const entry = { command: '.cursor/hooks/guard.sh' }
writeFileSync(
  join(root, '.cursor/hooks.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)
const commands = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `ls ${at}` : `rm -rf ${at}`))
const cases = commands.map((command, at) => ({
  input: { command },
  want: { verdict: at % 2 === 0 ? 'allow' : 'deny' },
}))
writeFileSync(join(hooks, 'guard.hooktest.json'), JSON.stringify({ event: 'beforeShellExecution', cases }))

function hookline(...flags) {
  const env = { PATH: process.env.PATH, HOME: home }
  const args = [bin, 'test', '--untrusted', ...flags]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`hookline test failed: ${stdout.slice(-500)}${stderr}`)
}

const runBare = (command) =>
  new Promise((done) => {
    const child = spawn(hook, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdout.resume()
    child.stdin.end(JSON.stringify({ command }))
    child.once('close', done)
  })

/** As many at once as `hookline test` has jobs. */
async function bareSpawns() {
  const waiting = commands.values()
  const worker = async () => {
    for (const command of waiting) await runBare(command)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

const took = await rounds(
  {
    'bare spawns': bareSpawns,
    'hookline test': () => hookline(),
    'hookline test --jobs 1': () => hookline('--jobs', '1'),
  },
  3,
  0,
)
const bare = median(took['bare spawns'])
for (const [name, times] of Object.entries(took)) {
  const time = median(times)
  console.log(
    `${name.padEnd(24)} ${count} cases  ${(time / 1000).toFixed(2).padStart(6)} s  ${(time / count).toFixed(1).padStart(5)} ms each  ${(time / bare).toFixed(1)}×`,
  )
}
