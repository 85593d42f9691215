const fs = require('fs');

const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const reply = /\btelnet\b/.test(event.command)
  ? { permission: 'deny', user_message: 'telnet to devices is forbidden.', agent_message: 'Use the bench API.' }
  : { permission: 'allow' };

process.stdout.write(JSON.stringify(reply));
