// @ts-check
import { relative, sep } from 'node:path';
import { deny, allow, readEvent } from './lib/reply.mjs';

const event = await readEvent();
const file = event.tool_input.file_path ?? event.tool_input.path ?? '';
const inside = relative(process.cwd(), file);

if (inside.split(sep).includes('__generated__')) {
  deny('Generated code: change the schema and run `npm run codegen` in packages/web.');
} else {
  allow();
}
