/**
 * The entries of an untrusted workspace that run all the same (CONTRACT §4): rules and packs that only judge. They are Hookline's own
 * code, driven by data. They can only restrict: `steps/shared/only-restrict.ts` drops everything else that they answer. Pure.
 */
import type { Entry } from '../flow.ts'
import { eventRows } from '../protocol/events/index.ts'
import { readsTranscript } from '../rules/rule.ts'
import { shortLine } from '../short-line.ts'

/** Limits on the work that an untrusted workspace can cause. What exceeds them waits for trust. */
const MAX_ENTRIES = 200
const MAX_ENTRY_TEXT = 16 * 1024
const MAX_TEXT = 256 * 1024
/** How long one of them may block the thread. */
const MAX_BLOCKING_MS = 2_000

/** Marks the entries that may run as ones that only restrict, and returns undefined for all others. */
export function createRestriction(): (entry: Entry) => Entry | undefined {
  let [entries, text] = [0, 0]
  return (entry) => {
    const size = entry.text?.length ?? 0
    if (!judges(entry) || size > MAX_ENTRY_TEXT || entries + 1 > MAX_ENTRIES || text + size > MAX_TEXT) return undefined
    entries += 1
    text += size
    return onlyRestricting(entry)
  }
}

/** Whether the entry refuses or asks at a gate and does nothing else: it starts no program, writes nothing and reads no file that it names. */
const judges = ({ event, held, broken, unrunnable, judges: isJudge, rule, type, call }: Entry): boolean =>
  held === undefined &&
  broken === undefined &&
  unrunnable === undefined &&
  eventRows[event].gate.kind !== 'none' &&
  (call === undefined
    ? type === 'rule' &&
      rule !== undefined &&
      rule.verdict !== undefined &&
      rule.verdict !== 'allow' &&
      !readsTranscript(rule.when)
    : isJudge === true)

function onlyRestricting(entry: Entry): Entry {
  const { rule, warm: _, audits: __, rewrites: ___, ...rest } = entry
  return {
    ...rest,
    onlyRestricts: true,
    label: shortLine(entry.label),
    timeoutMs: Math.min(entry.timeoutMs, MAX_BLOCKING_MS),
    // A rewrite would cost work, and it has no effect.
    ...(rule === undefined ? {} : { rule: { ...rule, replace: [] } }),
  }
}
