'use strict';

const fs = require('node:fs');
const path = require('node:path');

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const target = event.tool_input.file_path || event.tool_input.path || '';
const locked = path.join(process.env.CURSOR_PROJECT_DIR, 'assets', 'locked') + path.sep;

function refuse(file) {
  return {
    permission: 'deny',
    user_message: `${path.basename(file)} is locked by the art team`,
    agent_message: 'Files below assets/locked are exported from the art tool. Do not edit them.',
  };
}

const full = path.resolve(event.cwd || process.env.CURSOR_PROJECT_DIR, target);
console.log(full.startsWith(locked) ? refuse(full) : { permission: 'allow' });
