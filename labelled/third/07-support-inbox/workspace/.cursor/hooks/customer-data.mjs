import process from 'node:process';

let raw = '';
for await (const chunk of process.stdin) raw += chunk;
const { prompt = '' } = JSON.parse(raw);

// IBANs and card numbers have no business in a chat
const patterns = [
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b/,
  /\b(?:\d[ -]?){15}\d\b/,
];
const leak = patterns.some((p) => p.test(prompt));

const answer = leak
  ? { permission: 'deny', user_message: 'This looks like bank data. Remove it and send again.' }
  : { continue: true };

process.stdout.write(`${JSON.stringify(answer)}\n`);
