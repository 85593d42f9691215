const fs = require('node:fs');

const readEvent = () => JSON.parse(fs.readFileSync(0, 'utf8'));

function target() {
  const { tool_input: input } = readEvent();
  return input.file_path ?? input.path;
}

function tool() {
  return readEvent().tool_name;
}

const file = target();
const name = tool();
const size = fs.existsSync(file) ? fs.statSync(file).size : 0;

if (size > 512 * 1024) {
  const kb = Math.round(size / 1024);
  process.stdout.write(
    JSON.stringify({ additional_context: `${name} left ${file} at ${kb} kB; the limit is 512 kB.` }),
  );
}
