import { expect, test } from 'vitest'
import { readShell } from '../read-shell.ts'

const last = (text: string): string =>
  readShell(text)
    .commands.at(-1)
    ?.words.map((word) => word.text)
    .join(' ') ?? ''

test.each([
  ["echo 'BOOM x' | tr A-Z a-z | sh", 'boom x'],
  ["echo 'BOOM x' | tr '[:upper:]' '[:lower:]' | sh", 'boom x'],
  ["echo 'bo-om x' | tr -d - | sh", 'boom x'],
  ["echo 'xoom x' | sed 's/^x/b/' | sh", 'boom x'],
  ["echo 'a;boom x' | cut -d';' -f2 | sh", 'boom x'],
  ["echo 'zzboom x' | cut -c3- | sh", 'boom x'],
  ["printf 'boom x\\nls\\n' | head -n1 | sh", 'boom x'],
  ["printf 'ls\\nboom x\\n' | tail -1 | sh", 'boom x'],
  ["printf 'boom x # y' | head -c 6 | sh", 'boom x'],
  ["echo 'a boom x' | awk '{print $2, $3}' | sh", 'boom x'],
  ['awk \'BEGIN{print "boom x"}\' | sh', 'boom x'],
  ["printf 'x boom' | rev | rev | awk '{print $2,$1}' | sh", 'boom x'],
  ['echo Ym9vbSB4 | openssl base64 -d | sh', 'boom x'],
  ['echo MJXW63JAPA====== | base32 -d | sh', 'boom x'],
  ['perl -e \'print "boom x"\' | sh', 'boom x'],
  ["python3 -c \"print('bo' + 'om x')\" | sh", 'boom x'],
  ['x=boom.ts; ${x%.ts} x', 'boom x'],
  ['x=a/b/boom; ${x##*/} x', 'boom x'],
  ['x=a/boom; ${x#*/} x', 'boom x'],
  ['x=boom/a/b; ${x%%/*} x', 'boom x'],
  ['x=zoom; ${x/z/b} x', 'boom x'],
  ['x=b__m; ${x//_/o} x', 'boom x'],
  ['x=aboomz; ${x:1:4} x', 'boom x'],
  ['x=BOOM; ${x,,} x', 'boom x'],
  ['a=(ls boom); ${a[1]} x', 'boom x'],
  ['y=boom; x=y; ${!x} x', 'boom x'],
  ['x=bo; x+=om; $x x', 'boom x'],
  ['boom "$(dirname /etc/hosts)"', 'boom /etc'],
  ['boom "$(dirname "$(dirname /usr/bin/env)")"', 'boom /usr'],
  ['boom "$(basename /a/x.ts .ts)"', 'boom x'],
])('%s runs %s', (text, words) => expect(last(text)).toBe(words))

test.each(['tr -c a b', "sed 's/\\(a\\)/\\1/'", "awk '{system($0)}'", 'sort -k2', 'head -n -1'])(
  'what %s prints is a doubt',
  (filter) => expect(readShell(`echo a | ${filter} | sh`).doubts.map(({ kind }) => kind)).toContain('unknown-code'),
)
