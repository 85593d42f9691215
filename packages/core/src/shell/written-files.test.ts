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
  "exec > x; echo 'boom'; sh x",
  "exec 4> x 5>&4; echo 'boom' >&5; sh x",
  "exec {f}> x {g}> y; echo 'boom' >&$f; sh x",
  "exec 3<<< 'boom'; sh <&3",
  "echo 'boom' > a; sort a > b; sh b",
  "echo 'boom' > a; sort a -o b; sh b",
  "echo 'boom' > a; cat a other > b; sh b",
  "echo 'boom' | csplit -f y - 1; sh y00",
  `awk 'BEGIN { printf("boom") > "x" }'; sh x`,
  `awk 'BEGIN { f = "x"; print "boom" > f }'; sh x`,
  `vim -es -c 'call setline(1, "boom")' -c 'w x' -c q; sh x`,
])('%s runs what it wrote', (text) => expect(runs(text)).toBe(true))

test.each([
  "echo 'boom' > x.sh; cat x.sh",
  "echo 'boom' > x.sh; git add x.sh",
  "echo 'boom' > notes.txt; python3 a.py notes.txt",
  "printf 'all:\\n\\tboom\\n' > Makefile; git status",
  "exec 3> x; echo 'boom'; sh x",
  "exec {f}> x {g}> y; echo 'boom' >&$f; sh y",
  "echo 'boom' > a; sort b > c; sh c",
])('%s does not run it', (text) => expect(runs(text)).toBe(false))

const deletes = (text: string): boolean => readShell(text).commands.some(({ words }) => words[0]?.text === 'rm')
test.each([
  "sed 's/.*/rm -rf x/' a > b; sh b",
  "sed -n 's/.*/rm -rf x/w b' a; sh b",
  "sed -i '1s|.*|rm -rf x|' b; sh b",
  "sed -i '1i rm -rf x' b; sh b",
  "perl -i -pe 's/.*/rm -rf x/' b; sh b",
  "vim -c '%s/.*/rm -rf x/' -c wq b; sh b",
  "sed 's/.*/rm -rf x # it is/' a > b; sh b",
])('%s runs the text of the script', (text) => expect(deletes(text)).toBe(true))
test.each(["sed -i 's/^rm/: rm -rf x/' b; sh b", "sed -i 's/.*/rm -rf x/' b; sh c", "sed -i 's/a/rm \"-x/' b; sh b"])(
  '%s does not',
  (text) => expect(deletes(text)).toBe(false),
)

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
