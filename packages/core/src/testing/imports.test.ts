import { expect, test } from 'vitest'
import {
  describeCycles,
  findForbiddenImports,
  type Layer,
  readSourceTree,
} from '../../../../scripts/house/directions.mjs'

const tree = readSourceTree('core')

/**
 * Who may import whom: the map of `docs/ARCHITECTURE.md`, as a table. A layer may import itself only where it lists itself.
 * `tables` are what everyone may look things up in; `words` are the pure helpers that several steps share.
 */
const layers: Record<string, Layer> = {
  schema: { is: /^schema\.ts$/, may: [] },
  protocolFace: { is: /^protocol\/index\.ts$/, may: ['schema', 'protocol', 'agents'] },
  protocol: { is: /^protocol\//, may: ['schema', 'protocol'] },
  /** Rows of agents and what derives from them. Their dialects read replies and shell text. */
  agents: {
    is: /^agents\//,
    may: [
      'schema',
      'protocol',
      'flow',
      'ports',
      'tables',
      'agents',
      'replies/read-reply',
      'replies/find-denial',
      'replies/denial-fields',
      'shell',
    ],
  },
  flow: { is: /^(flow|errors)\.ts$/, may: ['schema', 'protocol', 'flow', 'rule'] },
  ports: { is: /^ports\.ts$/, may: ['schema', 'protocol', 'flow', 'tables'] },
  tables: { is: /^(editions|ids|own-commands)\.ts$/, may: ['protocol', 'flow', 'ports', 'agents'] },
  words: {
    is: /^(steps\/shared\/.*|matchers\/.*|replies\/.*|tool-call\/loop-budget|command-line|short-line|environment|clean-environment|state-scope|listeners)\.ts$/,
    may: ['schema', 'protocol', 'flow', 'ports', 'tables', 'agents', 'words', 'regex'],
  },
  regex: { is: /^regex\//, may: ['regex'] },
  step: {
    is: /^steps\/(stamp|select|interpret|decide|restrict|approve|ask|enforce|session|record|background|trace)\.ts$/,
    may: ['schema', 'protocol', 'flow', 'ports', 'tables', 'agents', 'words'],
  },
  run: {
    is: /^steps\/(run|run-parts|run-together|passes)\.ts$/,
    may: ['schema', 'protocol', 'flow', 'ports', 'tables', 'agents', 'words', 'steps/interpret', 'run'],
  },
  call: {
    is: /^tool-call\/call(-of)?\.ts$/,
    may: ['schema', 'protocol', 'flow', 'tables', 'agents', 'steps/shared/merge', 'call'],
  },
  guard: { is: /^tool-call\/guard\.ts$/, may: ['schema', 'protocol', 'flow', 'face', 'call'] },
  /** An event of an agent that stands for a whole tool call, and the gate that is asked again afterwards. */
  hostEvent: {
    is: /^tool-call\/(host-event|limit-loop|recheck)\.ts$/,
    may: ['schema', 'protocol', 'flow', 'ports', 'face', 'words', 'steps/shared/merge', 'hostEvent'],
  },
  completePlan: {
    is: /^steps\/(complete-plan|await-beginning)\.ts$/,
    may: ['protocol', 'flow', 'ports', 'agents', 'steps/session'],
  },
  sdk: { is: /^sdk\/(?!index)/, may: ['schema', 'protocol', 'sdk'] },
  sdkFace: { is: /^sdk\/index\.ts$/, may: ['protocol', 'sdk', 'node', 'redact', 'rule', 'tables', 'agents'] },
  rule: { is: /^rules\//, may: ['schema', 'protocol', 'shell', 'rule'] },
  config: {
    is: /^config(\/|\.ts$)/,
    may: [
      'schema',
      'protocol',
      'flow',
      'ports',
      'tables',
      'agents',
      'config',
      'matchers/matcher',
      'matchers/matcher-syntax',
      'command-line',
      'short-line',
      'rule',
      'sdk',
      'shell',
    ],
  },
  importer: { is: /^importers\//, may: ['schema', 'protocol', 'rule', 'importer'] },
  source: { is: /^sources\//, may: ['schema', 'protocol', 'flow', 'ports', 'tables', 'agents', 'config', 'source'] },
  models: { is: /^models\//, may: ['schema', 'flow', 'models'] },
  runner: {
    is: /^runners\//,
    may: [
      'schema',
      'protocol',
      'flow',
      'ports',
      'tables',
      'agents',
      'runner',
      'redact',
      'replies/read-model-reply',
      'command-line',
      'rule',
      'sdk',
    ],
  },
  dialect: { is: /^dialects\//, may: ['schema', 'protocol', 'flow', 'ports', 'agents', 'dialect'] },
  shell: { is: /^shell\//, may: ['schema', 'shell'] },
  redact: { is: /^redact\//, may: ['schema', 'protocol', 'redact'] },
  sink: { is: /^sinks\//, may: ['schema', 'protocol', 'flow', 'ports', 'redact', 'sink'] },
  otel: { is: /^otel\//, may: ['schema', 'protocol', 'sink', 'otel'] },
  face: { is: /^hooks\.ts$/, may: ['protocol', 'flow', 'sink'] },
  engine: {
    is: /^(engine|create-engine|judge|background)\.ts$/,
    may: [
      'protocol',
      'flow',
      'ports',
      'tables',
      'agents',
      'words',
      'step',
      'completePlan',
      'run',
      'guard',
      'face',
      'sink',
      'engine',
    ],
  },
  index: {
    is: /^index\.ts$/,
    may: ['protocol', 'flow', 'ports', 'tables', 'agents', 'words', 'step', 'config', 'engine', 'face', 'sink'],
  },
  node: {
    is: /^node\//,
    may: [
      'schema',
      'protocol',
      'flow',
      'ports',
      'tables',
      'agents',
      'words',
      'step',
      'run',
      'call',
      'guard',
      'hostEvent',
      'config',
      'source',
      'models',
      'runner',
      'dialect',
      'redact',
      'rule',
      'sdk',
      'importer',
      'shell',
      'sink',
      'otel',
      'engine',
      'face',
      'node',
    ],
  },
  testing: { is: /^testing\//, may: ['*'] },
}

test('every file imports only what its layer may', () => {
  expect(findForbiddenImports(tree, layers)).toEqual([])
})

test('no files and no folders import each other in a cycle', () => {
  expect(describeCycles(tree)).toEqual([])
})

const isOutside = (file: string) => /^(node|testing)\//.test(file)

test('only node/ and testing/ need Node', () => {
  const node = tree.packageImports.filter(({ specifier }) => specifier.startsWith('node:'))
  expect(node.filter(({ from }) => !isOutside(from))).toEqual([])
})

test('the library imports no package but the JSONC reader, the linear engine and the shell parser', () => {
  const packages = tree.packageImports
    .filter(({ from, specifier }) => !from.startsWith('testing/') && !specifier.startsWith('node:'))
    .map(({ specifier }) => specifier)
  expect([...new Set(packages)].sort()).toEqual(['jsonc-parser', 're2js', 'unbash'])
})
