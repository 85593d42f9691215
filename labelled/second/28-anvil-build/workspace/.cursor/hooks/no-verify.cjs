const chunks = [];
process.stdin.on('data', (c) => chunks.push(c));
process.stdin.on('end', () => {
  const event = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const command = String(event.tool_input.command ?? '');
  const skips = /\bgit\s+(commit|push)\b[^;&|]*\s--no-verify\b/.test(command);
  process.stdout.write(
    JSON.stringify(
      skips
        ? {
            permission: 'deny',
            user_message: 'Git hooks may not be skipped here.',
            agent_message: 'Fix what the pre-commit hook reports instead of using --no-verify.',
          }
        : { permission: 'allow' },
    ),
  );
});
