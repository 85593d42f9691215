import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

let text = '';
for await (const part of process.stdin) text += part;
const event = JSON.parse(text);

const root = process.env.CURSOR_PROJECT_DIR ?? process.env.CLAUDE_PROJECT_DIR ?? process.cwd();
const handbook = await readFile(join(root, 'docs', 'HANDBOOK.md'), 'utf8');

const reply = event.cursor_version
  ? { additional_context: handbook }
  : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: handbook } };

process.stdout.write(JSON.stringify(reply));
