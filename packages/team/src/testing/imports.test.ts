import { expect, test } from 'vitest'
import {
  describeCycles,
  findForbiddenImports,
  type Layer,
  layersOfFolders,
  readSourceTree,
} from '../../../../scripts/house/directions.mjs'

const tree = readSourceTree('team')

/** What every folder of the client may import: the wire, and how a request, a file and a lock are handled. */
const clientBase = ['wire', 'clientBasics']

const client: Record<string, Layer> = {
  clientBasics: { is: /^client\/(disk|failure|http|lock|rpc)\.ts$/, may: clientBase },
  /** A set of hooks on the disk. It knows the machine's paths, and no team. */
  hookSets: {
    is: /^client\/(hook-set|install|status-file)\.ts$/,
    may: [...clientBase, 'hookSets', 'client/device/machine'],
  },
  ...layersOfFolders({
    'client/device': [...clientBase, 'hookSets'],
    'client/reports': [...clientBase, 'client/device'],
    'client/previews': [...clientBase, 'client/device', 'hookSets'],
    'client/tuf': [...clientBase, 'client/device'],
    'client/admin': [...clientBase, 'client/device', 'hookSets'],
  }),
  /** What a command or a timer starts: enroll, sync, leave, status. Only these combine the folders. */
  clientOperations: {
    is: /^client\/[^/]+\.ts$/,
    may: [
      ...[...clientBase, 'hookSets', 'clientOperations'],
      ...['client/device', 'client/reports', 'client/previews', 'client/tuf', 'client/admin'],
    ],
  },
}

/** What every folder of the server may import. */
const serverBase = ['wire', 'server/store', 'serverBasics', 'context']

const server: Record<string, Layer> = {
  serverBasics: {
    is: /^server\/(actor|check-start|check-store|each-team|etag|post-signed|refusal|secrets|shorten|start-error)\.ts$/,
    may: ['server/store', 'serverBasics'],
  },
  /** The context carries the caches and versions, so it imports their types from above. */
  context: {
    is: /^server\/context\.ts$/,
    may: [...serverBase, 'server/poll', 'server/signing', 'server/sign-in', 'server/telemetry'],
  },
  ...layersOfFolders({
    'server/store': [],
    'server/telemetry': ['server/store', 'serverBasics'],
    'server/signing': serverBase,
    'server/accounts': serverBase,
    'server/sign-in': [...serverBase, 'server/accounts'],
    'server/scim': [...serverBase, 'server/accounts', 'server/sign-in'],
    'server/hooks': [...serverBase, 'server/signing'],
    'server/devices': [...serverBase, 'server/signing', 'server/hooks'],
    'server/reports': [...serverBase, 'server/devices', 'server/hooks'],
    'server/coverage': [...serverBase, 'server/devices'],
    'server/alarms': [...serverBase, 'server/coverage'],
    'server/checklist': [...serverBase, 'server/signing'],
    'server/previews': [...serverBase, 'server/devices'],
    'server/rollouts': [...serverBase, 'server/hooks', 'server/coverage'],
    'server/poll': [
      ...serverBase,
      ...['server/signing', 'server/accounts', 'server/sign-in'],
      ...['server/hooks', 'server/devices', 'server/reports', 'server/coverage', 'server/alarms'],
      'server/rollouts',
    ],
    'server/rpc': [
      ...serverBase,
      ...['server/signing', 'server/accounts', 'server/sign-in', 'server/hooks'],
      ...['server/devices', 'server/reports', 'server/coverage', 'server/alarms', 'server/poll'],
      ...['server/checklist', 'server/rollouts', 'server/previews'],
    ],
    'server/http': [
      ...[...serverBase, 'server/accounts', 'server/sign-in', 'server/scim'],
      ...['server/devices', 'server/reports', 'server/poll', 'server/rpc', 'server/telemetry'],
    ],
  }),
  serverStart: {
    is: /^server\/index\.ts$/,
    may: [
      ...[...serverBase, 'server/signing', 'server/accounts', 'server/sign-in'],
      ...['server/hooks', 'server/poll', 'server/http', 'server/telemetry'],
    ],
  },
}

/** Who may import whom. The client and the server share only the wire. */
const layers: Record<string, Layer> = {
  ...layersOfFolders({ wire: [] }),
  ...client,
  ...server,
  testing: { is: /^testing\//, may: ['*'] },
}

test('every file imports only what its layer may', () => {
  expect(findForbiddenImports(tree, layers)).toEqual([])
})

test('no files and no folders import each other in a cycle', () => {
  expect(describeCycles(tree)).toEqual([])
})

test('a machine loads only the parts of core that it needs, because every command of a team waits for them', () => {
  const whole = ['@hookline/core', '@hookline/core/node']
  // The judge of previews needs an engine, and is loaded only when a preview is asked for.
  const loads = tree.packageImports.filter(
    ({ from }) => /^(client|wire)\//.test(from) && from !== 'client/previews/judge.ts',
  )
  expect(loads.filter(({ specifier }) => whole.includes(specifier))).toEqual([])
})
