import { expect, test } from 'vitest'
import { readShell } from './read-shell.ts'
import { extractShellCode, filesRunBy } from './written-files.ts'

const runs = (text: string): boolean => readShell(text).commands.some(({ words }) => words[0]?.text === 'boom')

test.each([
  "printf 'all:\\n\\tboom\\n' > Makefile && make",
  "printf 'all:\\n\\tboom\\n' > x.mk && make -f x.mk",
  "echo 'boom' > x.sh && sh x.sh",
  "echo 'boom' > a; cp a b; bash b",
  "echo 'boom' > a; mv a b; ./b",
  "echo 'boom' | dd of=x; sh x",
  "echo 'boom' > x; cat x | sh",
  'echo \'boom\' > x; eval "$(cat x)"',
  "printf 'bo' > x; printf 'om' >> x; sh x",
  'echo \'import os; os.system("boom")\' > x.py; python3 x.py',
  "python3 -c \"open('x','w').write('boom')\"; sh x",
  `echo '{"scripts":{"t":"boom"}}' > package.json; npm run t`,
  "printf 'Host *\\n ProxyCommand boom\\n' > c; ssh -F c host",
  "echo '* * * * * boom' > c; crontab c",
  "echo 'boom' > .envrc; direnv allow",
])('%s runs what it wrote', (text) => expect(runs(text)).toBe(true))

test.each([
  "echo 'boom' > x.sh; cat x.sh",
  "echo 'boom' > x.sh; git add x.sh",
  "echo 'boom' > notes.txt; python3 a.py notes.txt",
  "printf 'all:\\n\\tboom\\n' > Makefile; git status",
])('%s does not run it', (text) => expect(runs(text)).toBe(false))

const word = (text: string) => ({ text, known: true, glob: false })

test('finds the files that a program runs by their names', () => {
  expect(filesRunBy('terraform', [word('init')], ['main.tf', 'a.txt'])).toEqual([
    { path: 'main.tf', language: 'settings' },
  ])
  expect(filesRunBy('ls', [word('main.tf')], ['main.tf'])).toEqual([])
})

test('finds the commands of a systemd unit', () => {
  expect(extractShellCode('settings', '[Service]\nExecStart=-/bin/boom x\n')).toEqual(['/bin/boom x'])
})
