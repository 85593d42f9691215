const fs = require('fs');

const { command } = JSON.parse(fs.readFileSync(0, 'utf8'));
const port = /--port[ =](\S+)/.exec(command)?.[1] ?? 'the default port';

if (!port.includes('bench')) {
  process.stdout.write(`{
    "permission": "deny",
    "user_message": "Flashing on ${port} is not allowed: ${command}",
    "agent_message": "Only the bench device (/dev/ttybench0) may be flashed."
  }`);
} else {
  process.stdout.write('{"permission":"allow"}');
}
