// Desktop notification when the agent is done.
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

const project = basename(process.env.CLAUDE_PROJECT_DIR ?? process.cwd());
const text = `Agent finished in ${project}`;

try {
  if (process.platform === 'darwin') {
    execFileSync('osascript', ['-e', `display notification "${text}"`], { stdio: 'ignore' });
  } else {
    execFileSync('notify-send', [text], { stdio: 'ignore' });
  }
} catch {
  // no notifier on this machine: nothing to do
}
