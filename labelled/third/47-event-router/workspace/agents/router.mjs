import { text } from 'node:stream/consumers';

const event = JSON.parse(await text(process.stdin));

/** @type {Record<string, (e: any) => object | undefined>} */
const routes = {
  sessionStart: () => ({ additional_context: 'Use pnpm, not npm.', env: { PNPM_YES: '1' } }),
  beforeSubmitPrompt: ({ prompt }) =>
    prompt.trim() === '' ? { continue: false, user_message: 'Empty prompt.' } : { continue: true },
  beforeShellExecution: ({ command }) =>
    /^\s*npm\s/.test(command)
      ? {
          permission: 'deny',
          user_message: 'This repository uses pnpm.',
          agent_message: `Use pnpm instead of: ${command}`,
        }
      : { permission: 'allow' },
  stop: ({ status, loop_count: n }) =>
    status === 'error' && n === 0 ? { followup_message: 'Something failed, try once more.' } : {},
};

const reply = routes[event.hook_event_name]?.(event);
if (reply) process.stdout.write(JSON.stringify(reply) + '\n');
