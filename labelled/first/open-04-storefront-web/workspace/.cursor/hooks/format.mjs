import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const { file_path: file } = JSON.parse(readFileSync(0, 'utf8'));
if (/\.(ts|tsx|css|md)$/.test(file)) {
  spawnSync('npx', ['prettier', '--write', file], { stdio: 'ignore' });
}
