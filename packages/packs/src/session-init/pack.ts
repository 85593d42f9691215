/** How a conversation begins: variables for the hooks that follow, rules for the agent, and what must be there. */
import { basename, join } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'
import { isFile, onPath } from '../lib/on-path.ts'
import { choice, packHook, packOf, text, texts } from '../pack-of.ts'

const parameters = {
  env: texts(
    ['AUDIT_TAG={project}'],
    'Variables for later hooks of the conversation: NAME=value; {project} is the name of the folder.',
  ),
  context: text('', 'What the agent is told when it begins: rules of the project, where things are; {project} too.'),
  require: texts([], 'What must be there: a program (node), a file of the workspace (./.env), a variable ($TOKEN).'),
  onMissing: choice(
    ['tell', 'refuse'],
    'tell',
    'tell says to the agent what is missing; refuse begins no conversation.',
  ),
}

export const sessionInit = packOf({
  name: 'session-init',
  description:
    'begins a conversation with variables for later hooks, rules for the agent, and a look at what must be there',
  about:
    'The variables reach the hooks that follow in the conversation, by the rules of `sessionStart` (those that would change how programs are found or loaded are left out, as always). Of a required variable only whether it is set is looked at. For branch, changes and a plan file use session-context.',
  parameters,
  hooks({ env, context, require, onMissing }) {
    const variables = env.map(variableOf)
    return [
      packHook('sessionStart', { name: 'init', pure: true }, (_, here) => {
        const project = basename(here.roots[0] ?? here.cwd)
        const missing = require.filter((one) => !isThere(one, here))
        if (missing.length > 0 && onMissing === 'refuse')
          return {
            continue: false,
            user_message: `session-init/require: ${missing.join(', ')} must be there before an agent begins. Add what is missing and start again. (yours to set: hookline add session-init --set onMissing=tell)`,
          }
        const told = [
          context,
          ...(missing.length === 0 ? [] : [`Missing here: ${missing.join(', ')}. Say so before you need it.`]),
        ]
        const words = told.filter((one) => one !== '').join('\n\n')
        const filled = (value: string) => value.replaceAll('{project}', project)
        return {
          ...(variables.length === 0
            ? {}
            : { env: Object.fromEntries(variables.map(([name, value]) => [name, filled(value)])) }),
          ...(words === '' ? {} : { additional_context: filled(words) }),
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
  if (found === null) throw new Error(`env has ${JSON.stringify(row)}; write it as NAME=value`)
  return [found[1] ?? '', found[2] ?? '']
}

function isThere(one: string, here: HookContext): boolean {
  if (one.startsWith('$')) return (here.env[one.slice(1)] ?? '') !== ''
  if (one.includes('/') || one.startsWith('.')) return here.roots.some((root) => isFile(join(root, one)))
  return onPath(one, here) !== undefined
}
