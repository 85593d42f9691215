import { text } from 'node:stream/consumers';

const RULES = [
  { pattern: /\bgit\s+push\b.*--force(?!-with-lease)/, why: 'force push rewrites shared history' },
  { pattern: /\bnpm\s+publish\b/, why: 'packages are published from CI' },
  { pattern: /\bchmod\s+-R\s+777\b/, why: 'nothing here needs to be world-writable' },
];

function decide(command) {
  RULES.forEach((rule) => {
    if (rule.pattern.test(command)) {
      return { permission: 'deny', user_message: `Blocked: ${rule.why}`, agent_message: rule.why };
    }
  });
  return { permission: 'allow' };
}

const event = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(decide(event.command)));
