import fs from 'node:fs';

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const file = event.tool_input?.file_path ?? '';

if (file.includes('/assets/generated/')) {
  fs.writeSync(1, JSON.stringify({
    permission: 'deny',
    user_message: 'assets/generated is written by `make assets`.',
    agent_message: 'Change the source in assets/src and run make assets.',
  }));
} else {
  fs.writeSync(1, '{"permission":"allow"}');
}
