/** First-run guidance: what to do next while nothing is recorded. */
import type { Step } from '@hookline/web/wire'
import { quoted } from '../entry-text.ts'
import type { Scene } from './scene.ts'

export function stepsFor({ hooks, root }: Scene): readonly Step[] {
  const { entries } = hooks
  const here = quoted(root)
  return [
    {
      title: 'Add hooks',
      text: 'Looks around, proposes hooks for the agents that are here, and writes them after a diff.',
      command: `cd ${here} && hookline init`,
      done: entries.length > 0,
    },
    {
      title: 'Trust them',
      text: 'Hooks of a workspace run only after you have seen them once.',
      command: `hookline trust add ${here}`,
      done: entries.length > 0 && !entries.some(({ trust }) => trust === 'untrusted' || trust === 'changed'),
    },
    {
      title: 'See one work',
      text: 'Sends one event through your hooks. It appears here at once; then use your agent as always.',
      command: `cd ${here} && hookline trigger beforeShellExecution --command 'git status'`,
      done: false,
    },
  ]
}
