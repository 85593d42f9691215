import { text } from 'node:stream/consumers';
import { relative } from 'node:path';
import { spawnSync } from 'node:child_process';

const { file_path } = JSON.parse(await text(process.stdin));
const inside = relative(process.cwd(), file_path);
if (!inside.startsWith('..') && /\.(tsx?|css)$/.test(inside)) {
  spawnSync('pnpm', ['exec', 'prettier', '--write', inside], { stdio: 'ignore' });
}
