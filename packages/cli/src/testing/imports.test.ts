import { expect, test } from 'vitest'
import {
  describeCycles,
  findForbiddenImports,
  type Layer,
  layersOfFolders,
  readSourceTree,
} from '../../../../scripts/house/directions.mjs'

const tree = readSourceTree('cli')

/**
 * Which folders each folder may import, from the lowest to the highest. The files of `src/`, `text/` and `machine/` are the base of all
 * of them: flags, paths, texts and output. A folder does the work of the commands that need it, and imports no command.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  new: [],
  connect: ['base'],
  run: ['base', 'connect'],
  otel: ['base'],
  daemon: ['base', 'run', 'team', 'otel'],
  demo: ['base'],
  agent: ['base'],
  trust: ['base'],
  approve: ['base'],
  explain: ['base'],
  trigger: ['base'],
  log: ['base', 'trigger'],
  listen: ['base', 'log'],
  hooktest: ['base', 'log', 'run'],
  eval: ['base', 'hooktest'],
  replay: ['base', 'log', 'hooktest'],
  switch: ['base', 'hooktest'],
  completion: ['base', 'switch'],
  edit: ['base', 'connect', 'trust'],
  record: ['base', 'edit', 'log', 'hooktest', 'replay'],
  import: ['base', 'edit', 'approve', 'connect'],
  proof: ['base', 'edit'],
  packs: ['base', 'link', 'edit', 'connect', 'proof'],
  lint: ['base', 'connect'],
  check: ['base', 'lint', 'connect', 'hooktest'],
  doctor: ['base', 'check', 'lint', 'connect', 'otel'],
  headless: ['base', 'connect', 'doctor'],
  coverage: ['base', 'connect'],
  export: ['base', 'connect', 'edit', 'headless'],
  status: ['base', 'edit', 'log', 'connect', 'lint', 'doctor', 'headless', 'coverage', 'otel'],
  link: ['base', 'edit', 'trust', 'connect', 'doctor'],
  uninstall: ['base', 'edit', 'connect', 'link'],
  init: ['base', 'link', 'edit', 'log', 'trust', 'connect', 'proof', 'packs', 'doctor'],
  panel: [
    ...['base', 'connect', 'edit', 'log', 'trust', 'demo', 'explain', 'hooktest', 'record', 'replay'],
    ...['lint', 'check', 'doctor', 'coverage'],
  ],
  team: ['base', 'link', 'panel', 'switch', 'doctor', 'status'],
}

const layers: Record<string, Layer> = {
  /** Only tests import these, and they may import everything. */
  tests: { is: /(^|\/)(testing|stories|real-agents|team-browser|browser)\//, may: ['*'] },
  start: { is: /^(main|commands)\.ts$/, may: ['start', 'base', 'commands', 'completion', 'run', 'team'] },
  base: { is: /^((text|machine)\/)?[^/]+\.ts$/, may: ['base'] },
  ...layersOfFolders({ ...folders, commands: ['base', ...Object.keys(folders)] }),
}

test('every file imports only what its layer may', () => {
  expect(findForbiddenImports(tree, layers)).toEqual([])
})

test('no files and no folders import each other in a cycle', () => {
  expect(describeCycles(tree)).toEqual([])
})
