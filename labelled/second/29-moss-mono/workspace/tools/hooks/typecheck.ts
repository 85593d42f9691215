import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type StopEvent = { status: 'completed' | 'aborted' | 'error'; loop_count: number };

const { status }: StopEvent = JSON.parse(readFileSync(0, 'utf8'));
if (status === 'completed') {
  const tsc = spawnSync('pnpm', ['-r', 'exec', 'tsc', '--noEmit'], { encoding: 'utf8' });
  if (tsc.status !== 0) {
    const followup_message = `Type errors remain:\n${tsc.stdout.slice(0, 4000)}`;
    process.stdout.write(JSON.stringify({ followup_message }));
  }
}
