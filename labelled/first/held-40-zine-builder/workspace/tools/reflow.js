const fs = require('fs');
for (const file of process.argv.slice(2)) {
  if (!file.endsWith('.txt')) continue;
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/[ \t]+$/gm, ''));
}
