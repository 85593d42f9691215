import { readFileSync } from 'node:fs';

interface PromptEvent {
  prompt: string;
  attachments?: { type: 'file' | 'rule'; file_path: string }[];
}

// Customer numbers look like LC-2024-0012345.
const CUSTOMER_NUMBER = /\bLC-\d{4}-\d{7}\b/;

const event = JSON.parse(readFileSync(0, 'utf8')) as PromptEvent;

if (CUSTOMER_NUMBER.test(event.prompt)) {
  const reply = {
    permission: 'deny',
    user_message: 'Your prompt contains a customer number. Take it out and send again.',
  };
  process.stdout.write(JSON.stringify(reply) + '\n');
} else {
  process.stdout.write(JSON.stringify({ continue: true }) + '\n');
}
