// Interleaved timing: every round runs each contender once, so that a noisy moment affects all of them.
export async function rounds(contenders, count, warmUp) {
  const took = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < warmUp + count; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = performance.now()
      await run()
      if (round >= warmUp) took[name].push(performance.now() - started)
    }
  }
  return took
}

const at = (took, part) => [...took].sort((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * part))]
export const median = (took) => at(took, 0.5)
export const spread = (took) => ({ median: median(took), p95: at(took, 0.95), p99: at(took, 0.99) })

/** A shell command as Cursor reports it, as JSON. */
export const shellEvent = (root, more = {}) =>
  JSON.stringify({
    hook_event_name: 'beforeShellExecution',
    // As long as a real one.
    conversation_id: 'f2c7a3f0-6f3e-4f0a-9a53-0d5b6f1f2a11',
    generation_id: 'g-1',
    model: 'default',
    cursor_version: '3.0.0',
    workspace_roots: [root],
    user_email: null,
    transcript_path: null,
    command: 'npm test',
    cwd: root,
    sandbox: false,
    ...more,
  })
