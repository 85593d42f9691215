/** The scripted conversation: the events of a host in the order of CONTRACT §2. Every tool call goes through `hooks.guard`. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { HooklineError, type Hooks } from '@hookline/core/node'
import { acts } from './acts.ts'
import { bystanders } from './bystanders.ts'
import type { Timeline } from './timeline.ts'
import type { Workspace } from './workspace.ts'

export interface Stage {
  readonly hooks: Hooks
  readonly timeline: Timeline
  readonly workspace: Workspace
  /** Aborts if the user presses Ctrl-C; the story then ends early. */
  readonly signal?: AbortSignal
}

export async function play(stage: Stage): Promise<void> {
  const began = performance.now()
  await opening(stage)
  for (const act of [...acts, ...bystanders]) {
    if (stage.signal?.aborted === true) return
    await ignoreDenial(act(stage))
  }
  await answer(stage, 'greet() says good morning, and a draft pull request is open.', 0)
  await ending(stage, performance.now() - began)
}

async function opening({ hooks, timeline }: Stage): Promise<void> {
  timeline.heading('EDITOR', 'opens the project and starts a conversation')
  await hooks.fire('workspaceOpen', {})
  await hooks.fire('sessionStart', { is_background_agent: false, composer_mode: 'agent' })
  const prompt = 'Make the greeting say good morning, then publish it.'
  timeline.heading('PERSON', `“${prompt}”`)
  await hooks.fire('beforeSubmitPrompt', { prompt, attachments: [], composer_mode: 'agent' })
  await hooks.fire('afterAgentThought', {
    text: 'The greeting may come from .env, so read that first.',
    duration_ms: 12,
  })
}

/** The agent reports that it is done. A stop hook may ask for another turn with its message. */
async function answer(stage: Stage, text: string, loop_count: number): Promise<void> {
  const { hooks, timeline } = stage
  timeline.heading('AGENT ', `“${text}”`)
  await hooks.fire('afterAgentResponse', { text })
  const { kind, followUp } = await hooks.fire('stop', { status: 'completed', loop_count })
  if (kind !== 'follow-up' || followUp === undefined) return
  await answer(stage, 'Checked: one line changed, no trailing spaces, nothing pushed.', loop_count + 1)
}

async function ending({ hooks, timeline, workspace }: Stage, duration_ms: number): Promise<void> {
  timeline.heading('PERSON', 'closes the conversation')
  const end = { reason: 'user_close', duration_ms, is_background_agent: false, final_status: 'completed' } as const
  await hooks.fire('sessionEnd', end)
  // The agent does not wait for sessionEnd, so wait for its hooks here.
  await hooks.close()
  const log = join(workspace.root, usualDirectory, 'audit.log')
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  timeline.note(
    'audit log',
    `${lines.length} lines, mode ${(statSync(log).mode & 0o777).toString(8)}, the last: ${lines.at(-1)}`,
  )
}

/** A denied action is part of the story. Other errors are not. */
async function ignoreDenial(act: Promise<void>): Promise<void> {
  try {
    await act
  } catch (error) {
    if (!(error instanceof HooklineError) || error.effect === undefined) throw error
  }
}
