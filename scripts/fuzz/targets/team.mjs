// What a team's server sends: it is accepted as a whole, or refused with a reason.
import fc from 'fast-check'
import { readBundle } from '../../../packages/team/dist/client/bundle.js'
import { TeamError } from '../../../packages/team/dist/client/failure.js'
import { toTeamError } from '../../../packages/team/dist/client/rpc.js'
import { hookKinds, isHookKind } from '../../../packages/team/dist/wire/hook-kinds.js'
import { findLabelProblem, findScriptNameProblem } from '../../../packages/team/dist/wire/script-name.js'
import { damaged, json, mutated, text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

const script = {
  id: 1,
  hook_step: 'beforeShellExecution',
  script_name: 'guard.sh',
  operating_systems: ['linux'],
  is_active: true,
  matcher: '^rm',
  timeout: 5,
  fail_closed: true,
  version: 1,
  target: `scripts/${'a'.repeat(64)}`,
}
const { target, ...unfiled } = script
const rule = { when: { field: 'command', contains: 'x' }, verdict: 'deny' }
/** One of each kind that a list of schema 2 can have. */
const others = [
  { ...script, kind: 'module', script_name: 'guard.mjs' },
  { ...unfiled, kind: 'rule', script_name: 'a rule', config: { rule } },
  { ...unfiled, kind: 'prompt', script_name: 'a question', config: { prompt: 'Is it safe?' } },
  { ...unfiled, kind: 'http', script_name: 'a server', config: { url: 'https://hooks.example' } },
  { ...unfiled, kind: 'pack', script_name: 'shell-guard', config: {} },
  { ...unfiled, kind: 'settings', script_name: 'settings', config: { monitor: ['team'] } },
].map((one, at) => ({ ...one, id: at + 2 }))
const bundles = [
  { schema: 1, team_id: 't', revision: 3, hooks: [script] },
  { schema: 2, team_id: 't', revision: 3, hooks: [script, ...others] },
]
for (const whole of bundles) readBundle(Buffer.from(JSON.stringify(whole)), 't', 3)
const bundle = fc.constantFrom(...bundles)

function readOrRefuse(bytes) {
  try {
    return readBundle(bytes, 't', 3)
  } catch (error) {
    requires(error instanceof TeamError, `not an error of ours: ${error}`)
    return undefined
  }
}

/** Every field that decides what runs has a value that this program knows how to use. */
function requireUsable(read) {
  const isOurs = [1, 2].includes(read.schema) && read.team_id === 't' && read.revision === 3
  requires(isOurs, 'another bundle')
  for (const { kind = 'script', script_name: name, target: file, fail_closed: closed } of read.hooks) {
    requires(isHookKind(kind), `the kind ${JSON.stringify(kind)}`)
    requires(read.schema === 2 || kind === 'script', `the kind ${kind} in a list of schema 1`)
    const { hasFile } = hookKinds[kind]
    const problem = hasFile ? findScriptNameProblem(name) : findLabelProblem(name)
    requires(problem === undefined, `the name ${JSON.stringify(name)} of a ${kind}`)
    requires(hasFile ? /^scripts\/[0-9a-f]{64}$/.test(file) : file === undefined, `the target ${JSON.stringify(file)}`)
    requires(closed === undefined || typeof closed === 'boolean', 'fail_closed')
  }
}

/** A lead byte of UTF-8 without what must follow it. */
const notText = fc
  .tuple(fc.uint8Array({ maxLength: 100 }), fc.constantFrom(0xc3, 0xe2, 0xf0, 0xff), fc.nat())
  .map(([bytes, lead, at]) => {
    const end = at % (bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, end), Buffer.from([lead, 0x22]), bytes.subarray(end)])
  })

export const team = {
  name: 'team',
  about: 'responses of a team server',
  properties: {
    'a list of hooks is accepted as a whole or refused': {
      arbitrary: fc.oneof(
        mutated(bundle.map((whole) => JSON.stringify(whole))),
        text,
        json.map((value) => JSON.stringify(value)),
      ),
      check: (content) => {
        const read = readOrRefuse(Buffer.from(content))
        if (read !== undefined) requireUsable(read)
      },
    },
    'a list with a damaged hook is refused, or usable as it is': {
      arbitrary: bundle.chain((whole) =>
        damaged(fc.constantFrom(...whole.hooks)).map((one) => ({ ...whole, hooks: [script, one] })),
      ),
      check: (value) => {
        const read = readOrRefuse(Buffer.from(JSON.stringify(value)))
        if (read !== undefined) requireUsable(read)
      },
    },
    'bytes that are not text are refused': {
      arbitrary: notText,
      check: (bytes) => requires(readOrRefuse(bytes) === undefined, 'it was accepted'),
    },
    'a response that is an error becomes an error of ours': {
      arbitrary: fc.record({
        status: fc.integer({ min: 200, max: 599 }),
        type: fc.constantFrom('application/json', 'text/html', 'application/json; charset=utf-8'),
        content: fc.oneof(
          text,
          mutated(fc.constant('{"code":"permission_denied","message":"no"}')),
          json.map((value) => JSON.stringify(value)),
        ),
        retry: fc.constantFrom('1', 'x', '-5', '1e9'),
      }),
      check: ({ status, type, content, retry }) => {
        const headers = new Headers({ 'content-type': type, 'retry-after': retry })
        const error = toTeamError({ status, headers, body: Buffer.from(content) }, 'https://team.example')
        requires(error instanceof TeamError, String(error))
        requires(error.kind !== 'revoked', 'a page of a proxy revoked the machine')
      },
    },
  },
}
