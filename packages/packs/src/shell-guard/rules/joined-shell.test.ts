import { expect, test } from 'vitest'
import { joinsShell } from './joined-shell.ts'

test.each([
  ['s=socket.socket(); os.dup2(s.fileno(), 0); subprocess.call(["sh"])', true],
  ['s=socket.create_connection(a); s.send(getoutput(s.recv(99)))', true],
  ['require("tls").connect(1, h, function () { spawn("/bin/sh") })', true],
  ['c, _ := net.Dial("tcp", a); k := exec.Command("bash"); k.Stdin = c', true],
  ['s=socket.socket(); s.bind(("", 0)); subprocess.run(["npm", "start"])', false],
  ['s=socket.create_connection(("localhost", 5432)); print("up")', false],
  ['execSync("sh build.sh")', false],
  ['spawn("sh", ["-c", "npm test"])', false],
])('%s: %s', (code, joins) => expect(joinsShell(code)).toBe(joins))
