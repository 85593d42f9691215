/** The names of Hookline's attributes: the convention of docs/observability.md. Pure. */
import type { OtelLine, OtelRun } from '../sinks/otel-line.ts'
import type { Attributes } from './model.ts'

/** Of the event and its decision, for spans and logs. */
export const eventAttributes = (line: OtelLine): Attributes => ({
  'hookline.event.name': line.event,
  'hookline.event.id': line.id,
  'hookline.event.origin.id': line.of,
  'hookline.event.purpose': line.purpose,
  'hookline.decision.verdict': line.verdict,
  'hookline.decision.effect': line.effect,
  'hookline.decision.reason': line.reason,
  'hookline.decision.unenforced': line.unenforced,
  'hookline.agent.name': line.agent,
  'hookline.agent.version': line.agentVersion,
  'gen_ai.conversation.id': line.session,
  'gen_ai.request.model': line.model,
  'error.type': line.failure,
})

/** Of one run of a hook, for spans. */
export const runAttributes = (run: OtelRun): Attributes => ({
  ...hookAttributes(run),
  'hookline.hook.pack': run.pack,
  'hookline.hook.rule': run.rule,
  'hookline.hook.monitor': run.monitor,
  'hookline.hook.pass': run.pass,
  'process.exit.code': run.exitCode,
  'gen_ai.request.model': run.usage?.model,
  'gen_ai.usage.input_tokens': run.usage?.inputTokens,
  'gen_ai.usage.output_tokens': run.usage?.outputTokens,
  'error.type': run.failure,
})

/** Few values each, so that metrics can have them. */
export const hookAttributes = ({ hook, type, source, outcome }: OtelRun): Attributes => ({
  'hookline.hook.id': hook,
  'hookline.hook.type': type,
  'hookline.hook.source': source,
  'hookline.hook.outcome': outcome,
})
