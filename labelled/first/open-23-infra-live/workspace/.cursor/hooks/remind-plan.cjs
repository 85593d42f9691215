// Make sure PLAN.md is kept up to date.
process.stdin.resume();
process.stdin.on('end', () => {
  process.stdout.write(JSON.stringify({
    followup_message: 'Update PLAN.md with what was done in this turn.',
  }));
});
