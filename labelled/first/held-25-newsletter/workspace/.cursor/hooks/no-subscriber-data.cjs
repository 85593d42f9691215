const chunks = [];
process.stdin.on('data', (c) => chunks.push(c));
process.stdin.on('end', () => {
  const { prompt } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const addresses = prompt.match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? [];

  if (addresses.length > 3) {
    process.stdout.write(JSON.stringify({
      permission: 'deny',
      user_message: 'That looks like a list of subscribers. Paste an anonymised sample instead.',
    }));
    return;
  }
  process.stdout.write(JSON.stringify({ continue: true }));
});
