// `npm run fuzz -- [target …] [--runs 1000] [--seed 1]` feeds random and damaged inputs to everything that reads text from others, and
// checks the properties of each target. `--runs` is for each property. Prints the smallest input that breaks one, and ends with 1.
import { parseArgs } from 'node:util'
import { runTarget } from './fuzz/run-target.mjs'
import { targets } from './fuzz/targets.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [runs, seed] = [Number(values.runs), Number(values.seed)]
const unknown = positionals.filter((name) => !targets.some((target) => target.name === name))
if (unknown.length > 0 || !(runs > 0) || !Number.isInteger(seed)) {
  const names = targets.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')
  console.error(`Usage: npm run fuzz -- [target …] [--runs <number>] [--seed <number>]\nThe targets are:\n${names}`)
  process.exit(64)
}

const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
let [inputs, failed] = [0, 0]
for (const target of chosen)
  for (const { property, runs: done, slowest, error, counterexample } of await runTarget(target, { runs, seed })) {
    inputs += done
    console.log(
      `${error === undefined ? 'ok    ' : 'FAILED'} ${target.name}: ${property} (${done} inputs, slowest ${slowest.toFixed(0)} ms)`,
    )
    if (error === undefined) continue
    failed += 1
    console.log(`       ${error}\n       smallest input: ${JSON.stringify(counterexample)}`)
    console.log(`       again: npm run fuzz -- ${target.name} --runs ${runs} --seed ${seed}`)
  }
console.log(`${inputs.toLocaleString('en')} inputs, seed ${seed}, ${failed} properties broken`)
process.exitCode = failed > 0 ? 1 : 0
