import { readFileSync } from 'node:fs';
import { resolve, relative } from 'node:path';

const root = process.env.CURSOR_PROJECT_DIR ?? process.cwd();
const event = JSON.parse(readFileSync(0, 'utf8'));
const target = relative(root, resolve(root, event.tool_input.file_path ?? event.tool_input.path ?? ''));

const locked = readFileSync(resolve(root, 'tools/hooks/locked.txt'), 'utf8').split('\n').filter(Boolean);
console.log(`owners: ${locked.length} locked folders, target ${target}`);

const owner = locked.find((folder) => target.startsWith(folder + '/'));
console.log(
  JSON.stringify(
    owner
      ? { permission: 'deny', user_message: `${owner} is locked.`, agent_message: `Do not change ${owner}; describe the change in the pull request.` }
      : { permission: 'allow' },
  ),
);
