// Generates files from the tables: JSON Schemas, the pages of events, problems and errors, and the code of the team protocol. `--check` only compares.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '../packages/core/dist/index.js'
import {
  eventNames,
  hooklineFileSchema,
  hooksFileSchema,
  inputSchema,
  problemCodes,
  replySchema,
} from '../packages/core/dist/protocol/index.js'
import { packs } from '../packages/packs/dist/index.js'
import { agentsPage } from './agents-page.mjs'
import { demoScripts } from './demo-scripts.mjs'
import { errorsPage, eventsPage, packsPage, performancePage, problemsPage } from './pages.mjs'
import { safetyTestsPage } from './series/page.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

const files = new Map([
  ['schemas/hooks.schema.json', json(hooksFileSchema())],
  ['schemas/hookline.schema.json', json(hooklineFileSchema(packs))],
  ['docs/events.md', eventsPage()],
  ['packages/cli/src/demo/scripts.ts', demoScripts(join(root, 'examples/project/.cursor/hooks'))],
  ['docs/problems.md', problemsPage(problemCodes)],
  ['docs/packs.md', packsPage(packs)],
  ['docs/errors.md', errorsPage(errorCodes)],
  ['docs/agents.md', agentsPage()],
  ['docs/safety-tests.md', safetyTestsPage()],
])
const results = join(root, 'bench/results.json')
if (existsSync(results)) files.set('docs/performance.md', performancePage(JSON.parse(readFileSync(results, 'utf8'))))
for (const name of eventNames) {
  files.set(`schemas/events/${name}.input.schema.json`, json(inputSchema(name)))
  files.set(`schemas/events/${name}.reply.schema.json`, json(replySchema(name)))
}

/** The code of the team protocol, which buf generates from `proto/`. */
function generateWire() {
  const team = join(root, 'packages/team')
  const out = mkdtempSync(join(tmpdir(), 'hookline-wire-'))
  try {
    execFileSync(join(root, 'node_modules/.bin/buf'), ['generate', '--output', out], {
      cwd: team,
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (const name of readdirSync(join(out, 'gen'), { recursive: true, encoding: 'utf8' }))
      if (/\.(js|ts)$/.test(name)) files.set(`packages/team/gen/${name}`, readFileSync(join(out, 'gen', name), 'utf8'))
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
generateWire()

const list = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(json|js|ts)$/.test(name))
const read = (file) => {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

mkdirSync(join(root, 'schemas/events'), { recursive: true })
const orphans = ['schemas', 'packages/team/gen']
  .flatMap((folder) => list(folder).map((name) => join(folder, name)))
  .filter((file) => !files.has(file))
const stale = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file)

if (process.argv.includes('--check')) {
  for (const file of [...stale, ...orphans])
    console.error(`${relative('.', file)} is out of date. Run: npm run generate`)
  process.exitCode = stale.length + orphans.length === 0 ? 0 : 1
} else {
  for (const [file, text] of files) writeFileSync(join(root, file), text)
  for (const file of orphans) rmSync(join(root, file))
  console.log(`${files.size} files, ${stale.length} changed, ${orphans.length} removed`)
}
