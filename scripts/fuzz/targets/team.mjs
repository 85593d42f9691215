// What a team's server sends: it is accepted as a whole, or refused with a reason.
import fc from 'fast-check'
import { readBundle } from '../../../packages/team/dist/client/bundle.js'
import { TeamError } from '../../../packages/team/dist/client/failure.js'
import { toTeamError } from '../../../packages/team/dist/client/rpc.js'
import { findScriptNameProblem } from '../../../packages/team/dist/wire/script-name.js'
import { damaged, json, mutated, text } from '../inputs.mjs'
import { requires } from '../run-target.mjs'

const hook = {
  ...{
    id: 1,
    hook_step: 'beforeShellExecution',
    script_name: 'guard.sh',
    operating_systems: ['linux'],
    is_active: true,
  },
  ...{ matcher: '^rm', timeout: 5, fail_closed: true, version: 1, target: `scripts/${'a'.repeat(64)}` },
}
const bundle = { schema: 1, team_id: 't', revision: 3, hooks: [hook, { ...hook, id: 2 }] }
const whole = JSON.stringify(bundle)

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
  requires(read.schema === 1 && read.team_id === 't' && read.revision === 3, 'another bundle')
  for (const one of read.hooks) {
    requires(findScriptNameProblem(one.script_name) === undefined, `the name ${JSON.stringify(one.script_name)}`)
    requires(/^scripts\/[0-9a-f]{64}$/.test(one.target), `the target ${JSON.stringify(one.target)}`)
    requires(one.fail_closed === undefined || typeof one.fail_closed === 'boolean', 'fail_closed')
  }
}

export const team = {
  name: 'team',
  about: 'responses of a team server',
  properties: {
    'a list of hooks is accepted as a whole or refused': {
      arbitrary: fc.oneof(
        mutated(fc.constant(whole)),
        text,
        json.map((value) => JSON.stringify(value)),
      ),
      check: (content) => {
        const read = readOrRefuse(Buffer.from(content))
        if (read !== undefined) requireUsable(read)
      },
    },
    'a list with a damaged hook is refused, or usable as it is': {
      arbitrary: damaged(fc.constant(hook)).map((one) => ({ ...bundle, hooks: [hook, one] })),
      check: (value) => {
        const read = readOrRefuse(Buffer.from(JSON.stringify(value)))
        if (read !== undefined) requireUsable(read)
      },
    },
    'bytes that are not text are refused': {
      arbitrary: fc.uint8Array({ minLength: 1, maxLength: 200 }),
      check: (bytes) => void readOrRefuse(Buffer.from(bytes)),
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
