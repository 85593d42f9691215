const { execFileSync } = require('node:child_process');
const fs = require('node:fs');

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const context = execFileSync('kubectl', ['config', 'current-context'], { encoding: 'utf8' }).trim();

if (context.startsWith('prod') && /\b(apply|delete|upgrade|rollback)\b/.test(event.command)) {
  process.stdout.write(JSON.stringify({
    permission: 'deny',
    user_message: `kubectl points at ${context}.`,
    agent_message: 'Changes to production clusters go through Argo CD.',
  }));
} else {
  process.stdout.write(JSON.stringify({ permission: 'allow' }));
}
