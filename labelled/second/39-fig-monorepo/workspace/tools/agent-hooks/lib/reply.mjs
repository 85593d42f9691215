/** @param {object} body */
const send = (body) => process.stdout.write(`${JSON.stringify(body)}\n`);

export const allow = () => send({ permission: 'allow' });

/** @param {string} message */
export const deny = (message) => send({ permission: 'deny', user_message: message, agent_message: message });

export async function readEvent() {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8').replace(/^\uFEFF/, ''));
}
