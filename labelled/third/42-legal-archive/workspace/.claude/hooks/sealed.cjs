const { readFileSync } = require('node:fs');

const { tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
if (/(^|[\\/])sealed[\\/]/.test(input.file_path ?? '')) {
  process.stdout.write(
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'Sealed files are not to be read by an agent.',
      },
    }),
  );
}
