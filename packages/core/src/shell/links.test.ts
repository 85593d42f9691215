import { expect, test } from 'vitest'
import { readShell } from './read-shell.ts'

const wordsOf = (text: string): string =>
  readShell(text)
    .commands.at(-1)
    ?.words.map((word) => word.text)
    .join(' ') ?? ''

test.each([
  ['ln -s / x && rm -rf x/', 'rm -rf /'],
  ['ln -s / x && rm -rf x/etc', 'rm -rf /etc'],
  ['ln -s / a; ln -s a b; rm -rf b/', 'rm -rf /'],
  ['ln -s ~/.ssh s; cat s/id_rsa', 'cat ~/.ssh/id_rsa'],
  ['ln -s .. up; rm -rf up/*', 'rm -rf ../*'],
  ['ln -t . -s /etc; ls etc/ssh', 'ls /etc/ssh'],
  ['ln -s /etc; cat etc/hosts', 'cat /etc/hosts'],
  ['mkdir t; cd t; ln -s ~ h; rm -rf h/', 'rm -rf ~/'],
  ['mount --bind / m; rm -rf m/', 'rm -rf /'],
  ["python3 -c \"import os; os.symlink('/', 'x')\"; rm -rf x/", 'rm -rf /'],
  ['cp /bin/rm ./x && ./x -rf ~', '/bin/rm -rf ~'],
  ['install -m755 /usr/bin/rm /tmp/lint; /tmp/lint -rf ~', '/usr/bin/rm -rf ~'],
  ['dd if=/bin/rm of=y; ./y -rf ~', '/bin/rm -rf ~'],
  ['cp $(command -v rm) y; ./y -rf ~', '/bin/rm -rf ~'],
  ['cp /bin/rm ~/bin/fmt; fmt -rf ~', '/bin/rm -rf ~'],
  ['hash -p /bin/rm x; x -rf ~', '/bin/rm -rf ~'],
  ['cp /bin/busybox ./rm && ./rm -rf ~', './rm -rf ~'],
  ['cp data.json out.json && cat out.json', 'cat out.json'],
  ['ln -s / x && rm x', 'rm x'],
  ['ln -s / x && ls x', 'ls x'],
  ['ln -s x x && cat x', 'cat x'],
  ['ln -s b a; ln -s a b; cat a/c', 'cat b/c'],
])('%s ends in %s', (text, words) => expect(wordsOf(text)).toBe(words))

test('cd to a link runs the next command in its target', () => {
  expect(readShell('ln -s / r; cd r; rm x').commands.at(-1)?.cwd).toBe('/')
})

test('a redirection through a link opens its target', () => {
  expect(readShell('ln -s /etc/passwd p; echo x >> p').files.at(-1)?.path.text).toBe('/etc/passwd')
})
