import { text } from 'node:stream/consumers';

const rules = [
  { tool: 'Delete', test: () => true, why: 'Deleting files is left to people.' },
  { tool: 'Shell', test: (i) => /\bgh\s+issue\s+(close|delete)\b/.test(i.command ?? ''), why: 'Tickets are closed by their owner.' },
];

const event = JSON.parse(await text(process.stdin));
const hit = rules.find((r) => r.tool === event.tool?.name && r.test(event.tool.input));

process.stdout.write(
  JSON.stringify(hit ? { permission: 'deny', user_message: hit.why, agent_message: hit.why } : { permission: 'allow' }),
);
