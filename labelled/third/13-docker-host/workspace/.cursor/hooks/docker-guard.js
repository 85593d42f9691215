const chunks = [];
process.stdin.on('data', (d) => chunks.push(d));
process.stdin.on('end', () => {
  const event = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const line = event.tool_input?.command ?? '';

  const risky = [/docker\s+system\s+prune/, /docker\s+volume\s+rm/, /--privileged/];
  if (risky.some((r) => r.test(line))) {
    console.log(
      JSON.stringify({
        permission: 'deny',
        user_message: 'Shared docker host: no prune, no volume removal, no --privileged.',
        agent_message: 'This host is shared. Remove your own containers by name only.',
      }),
    );
    return;
  }
  console.log(JSON.stringify({ permission: 'allow' }));
});
