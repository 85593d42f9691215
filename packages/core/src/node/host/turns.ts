/** Operations: a prompt of the user, responses and thoughts of the agent, compaction, and the stop. */
import { blocked } from '../../tool-call/call.ts'
import { loopLimits, newLoop, nextRound } from '../../tool-call/loop-budget.ts'
import { type Conversation, waitForStart } from './conversation.ts'
import { asObject, pickContext } from './perform.ts'
import type { CompactFacts, HostSession, StopFacts, Tokens } from './types.ts'

type Turns = Pick<HostSession, 'submitPrompt' | 'response' | 'thought' | 'stop' | 'compact'> & {
  /** The last status passed to `stop`. */
  status(): string | undefined
}

export function createTurns(conversation: Conversation): Turns {
  const { host, options, id } = conversation
  const isSubagent = conversation.parent !== undefined
  let loop = newLoop(Date.now())
  let changes = 0
  let compactions = 0
  let last: string | undefined

  return {
    status: () => last,
    async submitPrompt(prompt, { attachments = [] } = {}) {
      await waitForStart(conversation)
      if (isSubagent) return {}
      const effect = await conversation.fire('beforeSubmitPrompt', {
        prompt,
        attachments,
        ...(options.mode === undefined ? {} : { composer_mode: options.mode }),
      })
      if (effect.kind === 'refuse') throw blocked(effect)
      loop = newLoop(Date.now())
      return pickContext(effect)
    },
    async response(text, { durationMs, ...tokens } = {}) {
      await waitForStart(conversation)
      const duration = durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }
      const effect = await conversation.fire('afterAgentResponse', { text, ...duration, ...tokenFields(tokens) })
      if (effect.kind !== 'refuse') return { shown: true }
      return { shown: false, userMessage: effect.userMessage ?? effect.because.message }
    },
    thought(text, { durationMs } = {}) {
      if (conversation.closedBy !== undefined) throw conversation.closedBy
      const duration = durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }
      void conversation.follow('afterAgentThought', { text, ...duration })
    },
    async compact(facts, act) {
      await waitForStart(conversation)
      await conversation.fire('preCompact', { ...compactFields(facts), is_first_compaction: compactions++ === 0 })
      return act()
    },
    async stop(status, facts = {}) {
      await waitForStart(conversation)
      last = status
      if (isSubagent) return {}
      const effect = await conversation.fire('stop', { status, ...tokenFields(facts) })
      if (effect.kind !== 'follow-up' || effect.followUp === undefined) return {}
      const changed = conversation.changes > changes
      changes = conversation.changes
      const round = { message: effect.followUp, tokens: sumTokens(facts), usd: facts.usd, nowMs: Date.now(), changed }
      const next = nextRound(loop, round, loopLimits(host.options.loops, host.hooks.settings))
      loop = next.loop
      if (next.ended !== undefined) {
        host.inform({ event: 'stop', message: next.ended, session: id })
        return { ended: next.ended }
      }
      const loopCount = Number(asObject(effect.input).loop_count) + 1
      return { followUp: { text: effect.followUp, isAutoFollowupFromStopHook: true, loopCount } }
    },
  }
}

const tokenNames = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const

const tokenFields = (facts: Tokens): Tokens =>
  Object.fromEntries(tokenNames.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])))

/** The sum of the token counts that were passed; undefined if there are none. */
export function sumTokens(facts: StopFacts): number | undefined {
  const known = tokenNames.flatMap((name) => facts[name] ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}

const compactFields = ({ trigger, contextTokens, windowSize, messageCount, messagesToCompact }: CompactFacts) => ({
  trigger,
  context_usage_percent: windowSize > 0 ? Math.min(100, Math.round((contextTokens / windowSize) * 100)) : 100,
  context_tokens: contextTokens,
  context_window_size: windowSize,
  message_count: messageCount,
  messages_to_compact: messagesToCompact,
})
