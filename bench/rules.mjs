// Measures rules and configurations with many entries against floors in the same run. `--json` prints only figures.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createHooks } from '../packages/core/dist/node/index.js'
import { median, rounds, shellEvent, spread } from './measure.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const bin = process.env.HOOKLINE_BIN ?? fileURLToPath(new URL('../packages/cli/bin/hookline.cjs', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'hookline-rules-'))
const home = join(scratch, 'home')
mkdirSync(home)
const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(scratch, 'state') }

const programs =
  'terraform kubectl docker helm ansible gcloud aws az psql mysql redis-cli mongosh npm yarn cargo pip'.split(' ')
const verbs = 'destroy delete prune drop purge publish push reset revoke rotate'.split(' ')
const word = (at) => `${verbs[at % verbs.length]}-${(at * 7919).toString(36)}`
const program = (at) => programs[at % programs.length]

/** Ten kinds of condition on a command; no two rules are the same. */
const commandConditions = [
  (at) => ({ field: 'command', regex: `\\b${program(at)}\\s+${word(at)}\\b` }),
  (at) => ({ field: 'command', contains: `${program(at)} ${word(at)}` }),
  (at) => ({ field: 'command', regex: `${program(at)}.*--(?:force|yes)\\s+${word(at)}`, ignore_case: true }),
  (at) => ({ field: 'command', starts_with: `${program(at)} ${word(at)} ` }),
  (at) => ({ field: 'command', equals: `${program(at)} ${word(at)}` }),
  (at) => ({ field: 'command', regex: `(?:^|[;&|]\\s*)${program(at)}\\s+(?:${word(at)}|${word(at + 1)})` }),
  (at) => ({ all: [{ field: 'command', contains: word(at) }, { not: { field: 'command', contains: '--dry-run' } }] }),
  (at) => ({
    any: [
      { field: 'cwd', glob: `**/${word(at)}/**` },
      { field: 'command', ends_with: word(at) },
    ],
  }),
  (at) => ({ field: 'command', contains: word(at).toUpperCase(), ignore_case: true }),
  (at) => ({ field: 'command', regex_match: `${program(at)}\\s+.*${word(at)}` }),
]
/** The same on a file that is written, by its path or its content. */
const writeConditions = [
  (at) => ({ field: 'tool_input.file_path', glob: `**/${word(at)}/*.{ts,js}` }),
  (at) => ({ field: 'tool_input.content', regex: `${word(at)}\\s*=\\s*["'][A-Za-z0-9]{16,}["']` }),
  (at) => ({ field: 'tool_input.file_path', ends_with: `/${word(at)}.env` }),
  (at) => ({ field: 'tool_input.content', contains: `import ${word(at)}` }),
  (at) => ({ field: 'tool_input.content', regex: `console\\.log\\(.*${word(at)}`, ignore_case: true }),
]
/** What people write: several fields, exceptions, programs that the shell text would start, and words that occur in many commands. */
const mixedConditions = [
  (at) => ({ program: program(at), words: [word(at)] }),
  (at) => ({
    all: [
      { field: 'command', regex: `\\b${program(at)}\\b` },
      { not: { field: 'command', contains: '--dry-run' } },
      { field: 'cwd', not_contains: `/${word(at)}/` },
    ],
  }),
  (at) => ({ field: ['command', 'cwd'], regex: `(?:^|/)${word(at)}(?:/|$)`, ignore_case: true }),
  (at) => ({
    all: [{ not: { field: 'cwd', glob: '**/packages/**' } }, { field: 'command', regex: `npm.*${word(at)}` }],
  }),
  (at) => ({ field: 'command', regex: `(?:cd|test|tee)\\s+\\S*${word(at)}` }),
  (at) => ({
    all: [
      { field: 'command', contains: 'npm' },
      { field: 'command', contains: word(at) },
    ],
  }),
  (at) => ({
    any: [
      { field: 'command', equals: word(at) },
      { program: 'npm', any_word: [word(at)] },
    ],
  }),
  (at) => ({ field: 'command', regex: `[0-9]{${(at % 9) + 3},}\\s*$` }),
]
const matching = { field: ['command', 'tool_input.content'], regex: 'npm\\s+test' }

const rule = (when, at) => ({
  type: 'rule',
  name: `rule ${at}`,
  rule: { when, verdict: 'deny', user_message: `Rule ${at} denies this.` },
})
/** One rule of each hundred matches and allows, with a message. */
const rulesOf = (conditions, count) =>
  Array.from({ length: count }, (_, at) =>
    at % 100 === 50
      ? {
          ...rule(matching, at),
          rule: { when: matching, verdict: 'allow', user_message: `Rule ${at} saw a test run.` },
        }
      : rule(conditions[at % conditions.length](at), at),
  )

const command = 'cd packages/core && npm test -- --watch=false --reporter=dot src/rules | tee /tmp/out.txt'
const line = 'export const run = async (input: string) => { const made = await start(input, 10); return made }\n'
/** Each event is another text, so that no engine can answer from what it remembers of the last one. */
const events = {
  'a command': [
    'beforeShellExecution',
    (turn) => ({ command: `${command} ${turn}`, cwd: scratch, sandbox: false }),
    commandConditions,
  ],
  'a command, mixed rules': [
    'beforeShellExecution',
    (turn) => ({ command: `${command} ${turn}`, cwd: scratch, sandbox: false }),
    mixedConditions,
  ],
  'a file of 4 KB': [
    'preToolUse',
    (turn) => ({
      tool_name: 'Write',
      tool_input: {
        file_path: join(scratch, `src/routes/login-${turn}.ts`),
        content: `${line.repeat(41)}// ${turn}\n`,
      },
      tool_use_id: 't-1',
      cwd: scratch,
    }),
    writeConditions,
  ],
}
const TURNS = 64

const engines = []
async function engine(name, rules) {
  const hooks = await createHooks({
    workspaceRoots: [scratch],
    home,
    env,
    trust: 'all',
    ...(rules.length === 0 ? {} : { hooks: { [name]: rules } }),
  })
  engines.push(hooks)
  return hooks
}

/** Rounds until the code of all contenders is compiled. */
const WARM_UP = 10
/** Fires events for about this long in each round, so that one round of each contender takes about the same time. */
const SLICE_MS = 50
async function perSecond(hooks, name, inputs) {
  const started = performance.now()
  let count = 0
  do {
    await hooks.fire(name, inputs[count % TURNS])
    count++
  } while (performance.now() - started < SLICE_MS)
  return (count * 1000) / (performance.now() - started)
}

/** What loading has left. V8 would else collect it during the first events, and take what lives then for what lives long. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

async function measureRules(name, inputOf, conditions) {
  const inputs = Array.from({ length: TURNS }, (_, turn) => inputOf(turn))
  const contenders = {}
  const rates = {}
  const add = (label, hooks) => {
    rates[label] = []
    contenders[label] = async () => rates[label].push(await perSecond(hooks, name, inputs))
  }
  add('no rules', await engine(name, []))
  for (const count of [1, 10, 100, 1000]) {
    const hooks = await engine(name, rulesOf(conditions, count))
    const { runs } = await hooks.fire(name, inputs[0])
    if (runs.length !== count) throw new Error(`expected ${count} runs, got ${runs.length}`)
    add(`${count} ${count === 1 ? 'rule' : 'rules'}`, hooks)
  }
  collectGarbage()
  await rounds(contenders, ROUNDS, WARM_UP)
  return Object.fromEntries(Object.entries(rates).map(([label, list]) => [label, median(list.slice(WARM_UP))]))
}

/** Commands whose matchers do not match, so that only what it takes to read and select them is measured. */
const commandsOf = (count) =>
  Array.from({ length: count }, (_, at) => ({ command: `./check.sh ${at}`, matcher: `${program(at)}\\s+${word(at)}` }))

function workspace(name, beforeShellExecution) {
  const root = join(scratch, name)
  mkdirSync(join(root, '.hookline'), { recursive: true })
  writeFileSync(join(root, 'check.sh'), '#!/bin/sh\n')
  writeFileSync(
    join(root, '.hookline/hookline.json'),
    JSON.stringify({ version: 1, hooks: { beforeShellExecution } }, null, 2),
  )
  start([bin, 'trust', 'add', root, '--yes'])
  return root
}

function start(args, input = '') {
  const ended = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: exit ${ended.status}: ${ended.stderr}`)
  return ended.stdout
}

function run(root) {
  const input = shellEvent(root, { command: 'ls -la' })
  return () => {
    if (start([bin, 'run', '--host', 'cursor'], input) !== '{}\n') throw new Error('run did not allow the event')
  }
}

const load = (root) => async () => {
  const hooks = await createHooks({ workspaceRoots: [root], home, env, mode: 'one-shot' })
  if (!hooks.hasActiveHook('beforeShellExecution')) throw new Error('no entry was read')
  await hooks.close()
}

try {
  const rules = {}
  for (const [label, [name, inputOf, conditions]] of Object.entries(events))
    rules[label] = await measureRules(name, inputOf, conditions)
  await Promise.all(engines.map((hooks) => hooks.close()))
  const roots = Object.fromEntries(
    [1, 1000].flatMap((count) => [
      [`${count} rules`, workspace(`rules-${count}`, rulesOf(commandConditions, count))],
      [`${count} commands`, workspace(`commands-${count}`, commandsOf(count))],
    ]),
  )
  const each = (label, measure) =>
    Object.fromEntries(Object.entries(roots).map(([name, root]) => [`${label}, ${name}`, measure(root)]))
  const loaded = await rounds(each('load', load), ROUNDS, 5)
  const started = await rounds({ 'node -e 0': () => start(['-e', '0']), ...each('run', run) }, ROUNDS, 2)
  report(rules, { ...loaded, ...started })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function report(rules, took) {
  const figures = {
    machine: { node: process.version, cores: cpus().length, rounds: ROUNDS },
    eventsPerSecond: rules,
    toNoRules: Object.fromEntries(
      Object.entries(rules).map(([label, rates]) => [
        label,
        Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, rates['no rules'] / rate])),
      ]),
    ),
    milliseconds: Object.fromEntries(Object.entries(took).map(([name, list]) => [name, spread(list)])),
    goals: {
      '1,000 rules, events a second (goal: at least 2,000)': rules['a command']['1000 rules'],
      'load of 1,000 rules, ms (goal: under 100)': median(took['load, 1000 rules']),
      'load of 1,000 commands, ms (goal: under 100)': median(took['load, 1000 commands']),
      'run with 1,000 rules against 1 (ratio)': median(took['run, 1000 rules']) / median(took['run, 1 rules']),
      'run with 1,000 commands against 1 (ratio)': median(took['run, 1000 commands']) / median(took['run, 1 commands']),
    },
  }
  if (process.argv.includes('--json')) return console.log(JSON.stringify(figures, null, 2))
  console.log(`Node ${process.version}, ${cpus().length} cores, ${ROUNDS} rounds, interleaved`)
  for (const [label, rates] of Object.entries(rules)) {
    console.log(`\n${label.padEnd(24)}${'events/s'.padStart(12)}${'µs'.padStart(12)}${'to no rules'.padStart(14)}`)
    for (const [name, rate] of Object.entries(rates))
      console.log(
        `  ${name.padEnd(22)}${rate.toFixed(0).padStart(12)}${(1e6 / rate).toFixed(1).padStart(12)}${`${(rates['no rules'] / rate).toFixed(1)}×`.padStart(14)}`,
      )
  }
  console.log(`\n${'milliseconds'.padEnd(24)}${'median'.padStart(12)}${'p95'.padStart(12)}`)
  for (const [name, { median: middle, p95 }] of Object.entries(figures.milliseconds))
    console.log(`  ${name.padEnd(22)}${middle.toFixed(1).padStart(12)}${p95.toFixed(1).padStart(12)}`)
  console.log('')
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`  ${name}: ${figure.toFixed(2)}`)
}
