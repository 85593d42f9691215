'use strict';
const fs = require('fs');
const path = require('path');

const LOCKFILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const target = event.tool_input.file_path || event.tool_input.path || '';

if (LOCKFILES.includes(path.basename(target))) {
  const reply = {
    permission: 'deny',
    user_message: `${path.basename(target)} is written by the package manager only.`,
    agent_message: 'Run the package manager instead of editing the lock file.',
  };
  console.log(reply);
  process.exit(0);
}

process.stdout.write(JSON.stringify({ permission: 'allow' }));
