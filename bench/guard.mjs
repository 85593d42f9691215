// Compares the shell guard with cc-safety-net on the corpus, interleaved in one run. `--misses` lists the wrong decisions of each.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { checkCommand } from 'cc-safety-net/api'
import { parse } from 'yaml'
import { judge } from '../packages/packs/dist/shell-guard/judge.js'

const root = '/work/app'
// cc-safety-net reads the directory, so it gets a real one. It is in the home directory, because other rules apply to /tmp.
const real = mkdtempSync(join(homedir(), '.hookline-bench-'))
process.on('exit', () => rmSync(real, { recursive: true, force: true }))
execFileSync('git', ['init', '-q', real])

const where = { roots: [root], cwd: root, allowPaths: [] }
const guards = [
  { name: 'shell-guard', refuses: (command) => judge(command, 'high', where).length > 0 },
  {
    name: 'cc-safety-net',
    refuses: (command) => checkCommand({ command: command.replaceAll(root, real), cwd: real }).kind === 'deny',
  },
]

const read = (file) => parse(readFileSync(new URL(`../packages/packs/corpus/${file}.yaml`, import.meta.url), 'utf8'))
const sets = [
  {
    name: 'corpus',
    entries: [
      ...read('dangerous').map((entry) => ({ ...entry, dangerous: true })),
      ...read('harmless').map((entry) => ({ ...entry, dangerous: false })),
    ],
  },
  { name: 'second look', entries: read('second-look') },
  { name: 'third look', entries: read('third-look') },
  { name: 'fourth look', entries: read('fourth-look') },
  { name: 'fifth look', entries: read('fifth-look') },
  { name: 'sixth look', entries: read('sixth-look') },
  { name: 'seventh look', entries: read('seventh-look') },
  { name: 'by class', entries: read('by-class') },
]

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
const at = (sorted, share) => `${sorted[Math.floor(sorted.length * share)].toFixed(2)} ms`

/** Runs every guard on one command. The order rotates, so that none of them always finds warm caches. */
function decide(entry, turn) {
  const seen = new Map()
  for (let position = 0; position < guards.length; position++) {
    const guard = guards[(position + turn) % guards.length]
    const start = performance.now()
    const refused = guard.refuses(entry.command)
    seen.set(guard.name, { refused, ms: performance.now() - start })
  }
  return seen
}

function figures(name, entries, decisions) {
  const own = decisions.map((one) => one.get(name))
  const count = (dangerous, refused) =>
    entries.filter((entry, at) => entry.dangerous === dangerous && own[at].refused === refused).length
  const [caught, missed, wrong] = [count(true, true), count(true, false), count(false, true)]
  const times = own.map(({ ms }) => ms).sort((one, two) => one - two)
  return [
    name,
    percent(caught, caught + missed),
    percent(caught, caught + wrong),
    missed,
    wrong,
    at(times, 0.5),
    at(times, 0.99),
    `${times.at(-1).toFixed(2)} ms`,
  ]
}

function table(rows) {
  const [head, ...rest] = rows.map((row) => `| ${row.join(' | ')} |`)
  console.log([head, `|${'---|'.repeat(rows[0].length)}`, ...rest, ''].join('\n'))
}

for (const { name, entries } of sets) {
  for (let turn = 0; turn < 2; turn++) entries.map(decide)
  const decisions = entries.map(decide)
  const dangerous = entries.filter((entry) => entry.dangerous).length
  console.log(`${name}: ${dangerous} dangerous, ${entries.length - dangerous} harmless\n`)
  table([
    ['guard', 'recall', 'precision', 'missed', 'wrongly refused', 'median', 'p99', 'max'],
    ...guards.map((guard) => figures(guard.name, entries, decisions)),
  ])
  const families = [
    ...new Set(entries.map((entry) => `${entry.dangerous ? 'dangerous' : 'harmless'}: ${entry.family}`)),
  ]
  table([
    ['family', 'commands', ...guards.map((guard) => `${guard.name} wrong`)],
    ...families.map((family) => {
      const own = entries.flatMap((entry, at) =>
        `${entry.dangerous ? 'dangerous' : 'harmless'}: ${entry.family}` === family ? [at] : [],
      )
      const wrong = (guard) =>
        own.filter((at) => decisions[at].get(guard.name).refused !== entries[at].dangerous).length
      return [family, own.length, ...guards.map(wrong)]
    }),
  ])
  if (process.argv.includes('--misses'))
    for (const guard of guards)
      for (const [at, entry] of entries.entries())
        if (decisions[at].get(guard.name).refused !== entry.dangerous)
          console.log(`${guard.name} ${entry.dangerous ? 'missed' : 'refused'}: ${JSON.stringify(entry.command)}`)
}
