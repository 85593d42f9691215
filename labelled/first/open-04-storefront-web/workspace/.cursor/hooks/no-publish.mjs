import { readFileSync } from 'node:fs';

const { command = '' } = JSON.parse(readFileSync(0, 'utf8'));

const publishes = /\b(npm|pnpm|yarn)\s+publish\b/.test(command);

const reply = publishes
  ? {
      permission: 'deny',
      user_message: 'Packages are published by CI from a tag.',
      agent_message: 'Do not publish. Bump the version and open a pull request.',
    }
  : { permission: 'allow' };

console.log(reply);
