/** Python's own `re` as a judge: one process for a whole batch. */
import { spawnSync } from 'node:child_process'

export const hasPython = spawnSync('python3', ['-c', 'import re'], { stdio: 'ignore' }).status === 0

const program = `
import json, re, sys, warnings
warnings.simplefilter('ignore')
def judge(pattern, subjects):
    try:
        compiled = re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError):
        return None
    return [bool(compiled.search(subject)) for subject in subjects]
json.dump([judge(*pair) for pair in json.load(sys.stdin)], sys.stdout)
`

/** For each pattern whether it is found in each subject, without regard to case; null where Python refuses the pattern. */
export function searchInPython(
  pairs: readonly (readonly [pattern: string, subjects: readonly string[]])[],
): readonly (readonly boolean[] | null)[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONUTF8: '1' },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as readonly (readonly boolean[] | null)[]
}
