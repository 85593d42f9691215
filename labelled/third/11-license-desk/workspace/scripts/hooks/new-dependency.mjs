#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { command } = JSON.parse(readFileSync(0, 'utf8'));
const named = command.split(/\s+/).slice(2).filter((w) => !w.startsWith('-'));

const reply = { permission: 'allow' };
if (named.length > 0) {
  reply.permission = 'ask';
  reply.user_message = `New dependency: ${named.join(', ')}. Has legal seen the licence?`;
  reply.agent_message = 'New packages need a yes from a person.';
}

console.error(JSON.stringify(reply));
