// How a hook can answer or fail, and what each means at a shell gate (docs/contract.md §5).
//   allow, deny: whatever the policy is. policy: a failure, so `failClosed` decides. strict: only `failClosed: false` would open the gate.
// The numbers are those of the engine's tests in the threat model: E2 exit codes and signals, E3 hangs, E4 and E5 processes left behind,
// E7 and E8 floods, E9 and E10 stdin, E11 encodings, E13 JSON, E14 scripts that cannot start.
const sh = (body) => `#!/bin/sh\n${body}\n`
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
const print = (text) => sh(`printf '%s\\n' ${quoted(text)}`)
const fault = (id, name, meaning, outcome, script, mode) => ({ id, name, meaning, outcome, script, mode })
/** In seconds. Hooks that answer have long enough for a busy machine. */
export const timeoutOf = ({ outcome }) => (outcome === 'timeout' ? 1 : 60)

const allow = '{"permission":"allow"}'
const deny = '{"permission":"deny"}'
const signals = ['HUP', 'INT', 'QUIT', 'ILL', 'ABRT', 'FPE', 'KILL', 'SEGV', 'PIPE', 'ALRM', 'TERM', 'USR1', 'XCPU']
const codes = [1, 3, 7, 64, 126, 127, 128, 130, 137, 200, 255]

export const faults = [
  fault('', 'prints nothing', 'allow', 'silent', sh('cat > /dev/null')),
  fault('', 'allows', 'allow', 'replied', print(allow)),
  fault('', 'denies', 'deny', 'replied', print(deny)),
  fault('', 'asks where no one can be asked', 'deny', 'replied', print('{"permission":"ask"}')),
  fault('E2', 'exits with 2', 'deny', 'blocked', sh('exit 2')),
  ...codes.map((code) => fault('E2', `exits with ${code}`, 'policy', 'exit', sh(`exit ${code}`))),
  ...signals.map((name) => fault('E2', `ends by SIG${name}`, 'policy', 'signal', sh(`kill -${name} $$; sleep 5`))),
  fault('E3', 'hangs', 'policy', 'timeout', sh('sleep 60')),
  fault('E3', 'hangs and ignores SIGTERM', 'policy', 'timeout', sh("trap '' TERM; sleep 60; sleep 60; sleep 60")),
  fault('E4', 'leaves a process with its output', 'allow', 'replied', sh(`sleep 3 & echo ${quoted(allow)}`)),
  fault(
    'E5',
    'leaves a process in a session of its own',
    'allow',
    'replied',
    sh(`setsid sleep 3 & echo ${quoted(allow)}`),
  ),
  fault('E7', 'prints two megabytes', 'strict', 'output-limit', sh('head -c 2097152 /dev/zero | tr "\\0" x')),
  fault('E7', 'prints without end', 'strict', 'output-limit', sh('yes')),
  fault(
    'E8',
    'floods stderr and allows',
    'allow',
    'replied',
    sh(`head -c 2097152 /dev/zero >&2; echo ${quoted(allow)}`),
  ),
  fault('E9', 'leaves its input unread', 'allow', 'replied', sh(`echo ${quoted(allow)}`)),
  fault('E10', 'closes its input', 'allow', 'replied', sh(`exec <&-; echo ${quoted(allow)}`)),
  fault('E11', 'prints bytes that are no text', 'policy', 'encoding', sh(String.raw`printf '{"note":"\377\376"}'`)),
  fault('E13', 'prints text', 'policy', 'bad-json', sh('echo everything is fine')),
  fault('E13', 'prints half an object', 'policy', 'bad-json', sh(`printf '{"permission":'`)),
  fault('E13', 'prints an unknown verdict', 'policy', 'bad-reply', print('{"permission":"maybe"}')),
  fault('E13', 'prints a verdict of the wrong type', 'policy', 'bad-reply', print('{"permission":7}')),
  fault(
    'E13',
    'denies and allows in one object',
    'deny',
    'bad-json',
    print('{"permission":"deny","permission":"allow"}'),
  ),
  fault('E14', 'does not exist', 'policy', 'exit', undefined),
  fault('E14', 'is not executable', 'policy', 'exit', sh('exit 0'), 0o644),
  fault('E14', 'names an interpreter that is not there', 'policy', 'exit', '#!/no/such/program\n'),
]
