import { describe, expect, test } from 'vitest'
import { readShell } from '../read-shell.ts'

/** Every command the text may start, as one line each. */
const commandsIn = (text: string): readonly string[] =>
  readShell(text).commands.map((one) => one.words.map((word) => word.text).join(' '))
const doubtsIn = (text: string): readonly string[] => readShell(text).doubts.map((one) => one.kind)

/** Each text runs `rm -rf ~`. */
const classes: Readonly<Record<string, readonly string[]>> = {
  parallel: [
    "parallel ::: 'rm -rf ~'",
    'parallel rm -rf ::: ~',
    "parallel 'rm -rf {}' ::: ~",
    "parallel --jobs 4 -k 'rm -rf {1}' ::: ~",
    "echo 'rm -rf ~' | parallel",
    'echo ~ | parallel rm -rf',
    "sem --id x 'rm -rf ~'",
    'env_parallel -j2 rm -rf ::: ~',
  ],
  supervisors: [
    'start-stop-daemon -S -x /bin/sh -- -c "rm -rf ~"',
    'foreman run rm -rf ~',
    'consul-template -exec "rm -rf ~"',
  ],
  watchers: [
    "cargo watch -s 'rm -rf ~'",
    'cargo watch -- rm -rf ~',
    "watchexec -e js 'rm -rf ~'",
    "ptw --onfail 'rm -rf ~'",
    "air -build.cmd 'rm -rf ~'",
  ],
  'build tools with an option for a program': [
    "go test -exec 'rm -rf ~' ./...",
    'cargo --config \'build.rustc-wrapper="rm -rf ~"\' build',
    "make CC='rm -rf ~' all",
    "hg --config hooks.pre-log='rm -rf ~' log",
  ],
  'git with an option for a program': [
    "git difftool -y -x 'rm -rf ~'",
    "git difftool --extcmd='rm -rf ~' HEAD",
    "git grep -O'rm -rf ~' x",
    "git grep --open-files-in-pager='rm -rf ~' x",
    "git archive --exec 'rm -rf ~' --remote=. HEAD",
  ],
  'version managers and environments': ['rustup run stable rm -rf ~', 'opam exec -- rm -rf ~', 'rvm 3.2 do rm -rf ~'],
  'debuggers and terminals': [
    'gdb --batch -ex run --args rm -rf ~',
    'rr record rm -rf ~',
    "asciinema rec -c 'rm -rf ~' x.cast",
    'kitty @ launch rm -rf ~',
    "i3-msg exec 'rm -rf ~'",
  ],
  'known programs that are handed a command': ['terraform x -- rm -rf ~', "eslint --on-exit 'rm -rf ~' ."],
  'consoles of frameworks': [
    'python manage.py shell -c \'import os; os.system("rm -rf ~")\'',
    'php artisan tinker --execute \'exec("rm -rf ~");\'',
    'wp eval \'system("rm -rf ~");\'',
    "sqlplus / as sysdba <<< '!rm -rf ~'",
    "pdflatex -shell-escape '\\write18{rm -rf ~}'",
    "kak -e '%sh{rm -rf ~}'",
  ],
  xargs: [
    'echo ~ | xargs -i rm -rf {}',
    'echo ~ | xargs --replace rm -rf {}',
    'echo ~ | xargs --replace=X rm -rf X',
    'echo ~ | xargs -J % rm -rf %',
    'echo ~ | xargs -0 -P4 -n1 rm -rf',
    "echo 'rm -rf ~' | xargs -I{} sh -c '{}'",
  ],
  'env and what prepares an environment': [
    'env -S "rm -rf" ~',
    'env -P /bin -u X -C /tmp A=1 rm -rf ~',
    'direnv exec . rm -rf ~',
    'mise x node@20 -- rm -rf ~',
    "nix-shell -p git --run 'rm -rf ~'",
    'npx -y cross-env A=1 rm -rf ~',
    "npm exec -c 'rm -rf ~'",
    "npm run-script x --script-shell='rm -rf ~'",
  ],
  'filters and transports': [
    "tar -I 'rm -rf ~' -cf x y",
    "tar cf x y --use-compress-program 'rm -rf ~'",
    "tar xf x --to-command='rm -rf ~'",
    "ssh -oProxyCommand='rm -rf ~' host",
    "scp -S 'rm -rf ~' a host:b",
    "rsync --rsh='rm -rf ~' a host:b",
    "zip -T -TT 'rm -rf ~' a.zip b",
    "man -P 'rm -rf ~' ls",
    "sort --compress-program='rm -rf ~' x",
  ],
  'settings and variables': [
    "git -c alias.x='!rm -rf ~' x",
    "git -c core.sshCommand='rm -rf ~' fetch",
    "git -c filter.a.smudge='rm -rf ~' checkout .",
    "GIT_EXTERNAL_DIFF='rm -rf ~' git diff",
    "export GIT_EDITOR='rm -rf ~'",
    "env PAGER='rm -rf ~' git log",
  ],
  'many machines': [
    "pdsh -w a,b 'rm -rf ~'",
    'pssh -h hosts -i rm -rf ~',
    "ansible all -m shell -a 'rm -rf ~'",
    "salt '*' cmd.run 'rm -rf ~'",
    `aws ssm send-command --document-name X --parameters 'commands=["rm -rf ~"]'`,
    "gcloud compute ssh vm --command='rm -rf ~'",
    'multipass exec vm -- rm -rf ~',
    'docker run --entrypoint rm alpine -rf ~',
  ],
  'consoles and editors': [
    "sqlite3 x.db '.shell rm -rf ~'",
    "psql -c '\\! rm -rf ~'",
    "mysql -e 'system rm -rf ~'",
    "ed <<< '!rm -rf ~'",
    "printf '!rm -rf ~\\nq\\n' | ex -s",
    "echo '!rm -rf ~' | sftp host",
    'gnuplot -e \'system("rm -rf ~")\'',
    "dc -e '!rm -rf ~'",
    "gdb -batch -ex 'shell rm -rf ~'",
    "vim +'!rm -rf ~' +q",
    'emacs --batch --eval \'(shell-command "rm -rf ~")\'',
    "make --eval 'x:; rm -rf ~' x",
    "socat - EXEC:'rm -rf ~'",
    "ncat --sh-exec 'rm -rf ~' -l 9",
  ],
  'other languages': [
    'octave --eval \'system("rm -rf ~")\'',
    'Rscript -e \'system2("rm", c("-rf", "~"))\'',
    "julia -e 'run(`rm -rf ~`)'",
    'elixir -e \'System.cmd("rm", ["-rf", "~"])\'',
    'erl -noshell -eval \'os:cmd("rm -rf ~").\'',
    'groovy -e \'"rm -rf ~".execute()\'',
    "tclsh <<< 'exec rm -rf ~'",
    'ghci -e \'System.Process.callCommand "rm -rf ~"\'',
    'swipl -g \'shell("rm -rf ~")\' -t halt',
  ],
  'a shell by another name': [
    "$SHELL -c 'rm -rf ~'",
    `"$BASH" -c 'rm -rf ~'`,
    "/proc/self/exe -c 'rm -rf ~'",
    "echo 'rm -rf ~' | $SHELL",
    "source /dev/stdin <<< 'rm -rf ~'",
    "echo 'rm -rf ~' | su - bob",
    "echo 'rm -rf ~' | sudo -s",
  ],
  sessions: [
    "tmux new-session -d 'rm -rf ~'",
    'screen -dmS x rm -rf ~',
    'systemd-run --user --on-active=5 rm -rf ~',
    "echo 'rm -rf ~' | at now",
    "echo '* * * * * rm -rf ~' | crontab -",
    "flock -w 5 /tmp/l -c 'rm -rf ~'",
  ],
  'a program that is not known': [
    'frobnicate --fast rm -rf ~',
    './wrapper.sh -- rm -rf ~',
    "frobnicate --exec 'rm -rf ~'",
    "frobnicate 'rm -rf ~'",
  ],
}

describe.each(Object.entries(classes))('%s', (_name, commands) => {
  test.each(commands)('%s', (text) => expect(commandsIn(text)).toContain('rm -rf ~'))
})

test('marks words after an unknown program as guessed', () => {
  const [, guessed] = readShell('frobnicate rm -rf ~').commands
  expect(guessed).toMatchObject({ name: 'rm', guessed: true, via: ['frobnicate …'] })
})

test.each([
  "echo 'rm -rf ~'",
  'echo rm -rf ~',
  "mocha -g 'rm -rf ~ is refused'",
  "frobnicate -m 'rm -rf ~'",
  "frobnicate --title 'rm -rf ~'",
  'brew install rm -rf',
  "git commit -m 'rm -rf ~'",
  'tldr rm -rf',
])('data stays data: %s', (text) => expect(commandsIn(text)).toHaveLength(1))

test('a command from the input is a doubt, an argument from the input is not', () => {
  expect(doubtsIn("cat x | xargs -I{} sh -c '{}'")).toContain('unknown-code')
  expect(doubtsIn('parallel :::: commands.txt')).toContain('unknown-code')
  expect(doubtsIn("ls | xargs -I{} sh -c 'wc -l {}'")).toEqual([])
  expect(doubtsIn('cat dump.sql | psql')).toEqual([])
})

test('an option that names a directory sets the directory of the command', () => {
  const { commands } = readShell('env -C / rm -rf home')
  expect(commands.at(-1)).toMatchObject({ name: 'rm', cwd: '/' })
})
