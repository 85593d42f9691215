/** Prepares a conversation: sets variables for later hooks, gives the agent rules, and checks requirements. */
import { basename, join } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'
import { choice, definePack, packHook, strings, text } from '../define-pack.ts'
import { isFile, onPath } from '../lib/on-path.ts'
import { refuse } from '../lib/reasons.ts'

const parameters = {
  env: strings(
    ['AUDIT_TAG={project}'],
    'Variables for later hooks of the conversation: NAME=value; {project} is the name of the folder.',
  ),
  context: text('', 'Context for the agent, such as rules of the project; {project} is replaced here too.'),
  require: strings([], 'Requirements: a program (node), a file of the workspace (./.env), a variable ($TOKEN).'),
  onMissing: choice(
    ['tell', 'refuse'],
    'tell',
    'tell reports missing requirements to the agent; refuse prevents the conversation.',
  ),
}

export const sessionInit = definePack({
  name: 'session-init',
  description: 'begins a conversation with variables for later hooks, rules for the agent, and a check of requirements',
  about:
    'Later hooks of the conversation get the variables, by the rules of `sessionStart` (variables that change how programs are found or loaded are dropped, as always). For a required variable it only checks whether it is set. For the branch, changes and a plan file use session-context.',
  parameters,
  rules: () => ({
    require: {
      catches: 'a conversation that begins although something listed in `require` is missing',
      level: ({ onMissing }) => (onMissing === 'refuse' ? 'deny' : 'allow'),
      example: {
        event: 'sessionStart',
        says: 'a conversation begins without $HOOKLINE_CANARY',
        wants: 'deny',
        input: () => ({ session_id: 'hookline-canary', is_background_agent: false }),
      },
      given: { require: ['$HOOKLINE_CANARY'], onMissing: 'refuse' },
    },
  }),
  hooks({ env, context, require, onMissing }, levels) {
    const variables = env.map(variableOf)
    return [
      packHook('sessionStart', { name: 'init', pure: true }, (_, here) => {
        const project = basename(here.roots[0] ?? here.cwd)
        const missing = require.filter((one) => !isThere(one, here))
        if (missing.length > 0 && levels.of('require', onMissing === 'refuse' ? 'deny' : 'allow') !== 'allow')
          return refuse({
            rule: 'session-init/require',
            reason: `${missing.join(', ')} must exist before an agent starts.`,
            instead: 'Add what is missing and start again.',
            userHint: 'to change this: hookline add session-init --set onMissing=tell',
          })
        const parts = [
          context,
          ...(missing.length === 0 ? [] : [`Missing here: ${missing.join(', ')}. Mention it before you need it.`]),
        ]
        const text = parts.filter((one) => one !== '').join('\n\n')
        const fill = (value: string) => value.replaceAll('{project}', project)
        return {
          ...(variables.length === 0
            ? {}
            : { env: Object.fromEntries(variables.map(([name, value]) => [name, fill(value)])) }),
          ...(text === '' ? {} : { additional_context: fill(text) }),
        }
      }),
    ]
  },
  canaries: ({ require, onMissing }) =>
    require.length > 0 && onMissing === 'refuse'
      ? []
      : [
          {
            event: 'sessionStart',
            says: 'a conversation begins',
            wants: 'allow',
            input: () => ({ session_id: 'hookline-canary', is_background_agent: false }),
          },
        ],
})

function variableOf(row: string): readonly [string, string] {
  const found = /^([A-Za-z_]\w*)=(.*)$/s.exec(row)
  if (found === null) throw new Error(`env must contain NAME=value, got ${JSON.stringify(row)}`)
  return [found[1] ?? '', found[2] ?? '']
}

function isThere(one: string, here: HookContext): boolean {
  if (one.startsWith('$')) return (here.env[one.slice(1)] ?? '') !== ''
  if (one.includes('/') || one.startsWith('.')) return here.roots.some((root) => isFile(join(root, one)))
  return onPath(one, here) !== undefined
}
