const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

function brokenLinks(file) {
  const text = fs.readFileSync(file, 'utf8');
  return [...text.matchAll(/\]\((\.{1,2}\/[^)#]+)/g)]
    .map((m) => m[1])
    .filter((target) => !fs.existsSync(path.resolve(path.dirname(file), target)));
}

process.stdin.setEncoding('utf8');
let raw = '';
process.stdin.on('data', (part) => (raw += part));
process.stdin.on('end', () => {
  const { status } = JSON.parse(raw);
  if (status !== 'completed') return;
  const changed = execFileSync('git', ['diff', '--name-only', '--diff-filter=AM', 'HEAD', '--', '*.md'], { encoding: 'utf8' });
  const bad = changed.split('\n').filter(Boolean).flatMap((f) => brokenLinks(f).map((l) => `${f}: ${l}`));
  if (bad.length > 0) {
    process.stdout.write(JSON.stringify({ followUpMessage: `These links lead nowhere:\n${bad.join('\n')}` }));
  }
});
