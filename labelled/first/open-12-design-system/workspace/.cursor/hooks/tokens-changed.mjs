import fs from 'node:fs';

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const path = event.tool_input?.file_path ?? '';

if (path.includes('/tokens/')) {
  process.stdout.write(JSON.stringify({
    additional_context: 'Design tokens changed: run `npm run tokens:build` and commit dist/tokens.css.',
  }));
}
