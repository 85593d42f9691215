// Measures what the five guards of a shell command cost together: the hooks alone, a whole event without the log, and one with it.
// Each round runs every command of the corpus once, with the contenders in turn.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createHooks } from '../packages/core/dist/node/index.js'
import { packs } from '../packages/packs/dist/index.js'
import { spread } from './measure.mjs'

const names = ['shell-guard', 'protect-files', 'git-policy', 'secret-scan', 'config-guard']
const base = mkdtempSync(join(tmpdir(), 'hookline-bench-packs-'))
process.on('exit', () => rmSync(base, { recursive: true, force: true }))
const [root, home] = [join(base, 'work'), join(base, 'home')]
for (const directory of [join(root, '.git'), join(root, '.hookline'), home]) mkdirSync(directory, { recursive: true })
writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/topic\n')
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, packs: Object.fromEntries(names.map((name) => [name, {}])) }),
)

const usual = ({ parameters }) =>
  Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))
const own = names
  .flatMap((name) => {
    const pack = packs.find((one) => one.name === name)
    return pack.hooks(usual(pack))
  })
  .filter(({ event }) => event === 'beforeShellExecution')
const here = { signal: new AbortController().signal, roots: [root], cwd: root, home, env: process.env, state: base }
const common = { workspaceRoots: [root], home, trust: 'all', onAsk: 'host', watch: false }
const quiet = await createHooks({ ...common, log: false })
const logged = await createHooks({ ...common, log: { directory: join(base, 'log') } })

const input = (command) => ({ command: command.replaceAll('/work/app', root), cwd: root, sandbox: false })
const contenders = {
  'the five hooks alone': (command) => Promise.all(own.map((hook) => hook.run(input(command), here))),
  'an event, without the log': (command) => quiet.fire('beforeShellExecution', input(command)),
  'an event, with the log': (command) => logged.fire('beforeShellExecution', input(command)),
}

const read = (file) => parse(readFileSync(new URL(`../packages/packs/corpus/${file}.yaml`, import.meta.url), 'utf8'))
// Every fifth command is enough for a median.
const commands = [...read('harmless'), ...read('dangerous')]
  .filter((_, at) => at % 5 === 0)
  .map(({ command }) => command)
const took = Object.fromEntries(Object.keys(contenders).map((name) => [name, commands.map(() => Infinity)]))
const order = Object.entries(contenders)
for (let round = 0; round < 4; round++)
  for (const [at, command] of commands.entries())
    for (let position = 0; position < order.length; position++) {
      const [name, run] = order[(position + at) % order.length]
      const started = performance.now()
      // Each contender gets a different text, so that none of them finds the parsed command of another in a cache.
      await run(`${command} # ${round}${name}`)
      // The first round is a warm-up. Of the others the best counts, so that other load on the machine matters less.
      if (round > 0) took[name][at] = Math.min(took[name][at], performance.now() - started)
    }
await quiet.close()
await logged.close()

console.log(`${names.join(', ')}: ${own.length} hooks, ${commands.length} commands, each the best of three\n`)
console.log('| five packs | median | p95 |\n|---|---|---|')
for (const [name, times] of Object.entries(took)) {
  const { median, p95 } = spread(times)
  console.log(`| ${name} | ${median.toFixed(2)} ms | ${p95.toFixed(2)} ms |`)
}
