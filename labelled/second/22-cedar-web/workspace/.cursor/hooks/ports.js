import { argv, exit, stdin } from 'node:process';
import { json } from 'node:stream/consumers';

const log = (...words) => console.error('[ports]', ...words);
const max = Number(argv[argv.indexOf('--max') + 1]);

const { command, cwd } = await json(stdin);
log('looking at', command, 'in', cwd);

const asked = [...command.matchAll(/(?:--port|-p)[ =](\d+)/g)].map((m) => Number(m[1]));
const low = asked.filter((port) => port < max);

if (low.length > 0) {
  log(`Ports below ${max} are reserved on the shared machine; asked for ${low.join(', ')}. Use 3000 or above.`);
  exit(2);
}
log('fine');
