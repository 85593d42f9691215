/** Shells and interpreters of other languages, and which of their words are code. */
import type { Grammar } from './grammar.ts'

const shell: Grammar = {
  order: 'options first',
  flags: `-c|--command -s -i -l|--login -n|--noexec -e -u -x -v -f -a -b -h -k -m -p -r -t -B -C -E -H -P -T --posix --norc
    --noprofile --restricted --version --help --verbose`,
  values: { data: '-o|+o -O|+O + -D[]', 'script:sh': '--rcfile|--init-file' },
  operands: { '-c': 'shell unknown*', '-s': 'unknown*', '*': 'script:sh unknown*' },
  input: { '--version|--help|-c': 'none', '-s|no operands': 'shell', '*': 'none' },
}

/**
 * An interpreter: `code` are the options with code, `data` other options with a value, `other` options with which it reads
 * neither a file nor its input.
 */
function interpreter(language: string, code: string, data = '', other = '', row: Grammar = {}): Grammar {
  const first = (text: string): string =>
    text
      .split(' ')
      .map((one) => one.split('|')[0])
      .filter(Boolean)
      .join('|')
  const instead = [first(code), other].filter(Boolean).join('|')
  const none = instead === '' ? {} : { [instead]: 'none' }
  return {
    order: 'options first',
    ...row,
    values: { [`code:${language}`]: code, ...row.values, data },
    operands: row.operands ?? {
      ...(instead === '' ? {} : { [instead]: 'unknown*' }),
      '*': `script:${language} unknown*`,
    },
    input: {
      '--version|--help': 'none',
      '-i|--interactive': `code:${language}`,
      ...none,
      'no operands': `code:${language}`,
      '*': 'none',
    },
  }
}

const python = interpreter('python', '-c', '-m -W -X --check-hash-based-pycs', '-m', {
  flags: '-B -b -d -E -i -I -O -P -q -s -S -u -v -V|--version -x',
})
const node = interpreter(
  'javascript',
  '-e|--eval|-p|--print|-pe|-ep',
  '--input-type --title -C|--conditions --inspect-port --stack-size --max-old-space-size --test-name-pattern --test-reporter',
  '-c|--test',
  {
    flags: '-c|--check -i|--interactive -v|--version -h|--help --test --watch',
    values: {
      'script:javascript': '-r|--require --import --loader|--experimental-loader',
      name: '--env-file --env-file-if-exists',
    },
  },
)
const lisp = (code: string, data = '', other = ''): Grammar =>
  interpreter('lisp', code, data, other, {
    spelling: 'words',
    values: { 'script:lisp': '-l|-load|--load|-script|--script -f' },
  })

export const interpreterPrograms: Readonly<Record<string, Grammar>> = {
  'sh|bash|zsh|dash|ksh|mksh|ash|rbash|tcsh|csh|yash|oksh|osh|posh|hush|ksh93|pdksh|rzsh|rksh': shell,
  fish: {
    ...shell,
    values: { data: '-o -d|--debug -D -f|--features', shell: '-C|--init-command', write: '--profile' },
  },
  'python|pypy|ipython|bpython|micropython|jython|graalpy|pythonw': python,
  py: interpreter('python', '-c', '-m -W -X', '-m|-0|--list', { flags: '-0 -2 -3 --list -i' }),
  'node|nodejs|tsx|electron': node,
  'ts-node|esno|jiti|swc-node|babel-node|vite-node': interpreter(
    'javascript',
    '-e|--eval|-p|--print',
    '-P|--project -O|--compilerOptions --cwd',
    '',
    {
      values: { 'script:javascript': '-r|--require' },
    },
  ),
  bun: {
    ...interpreter('javascript', '-e|--eval|-p|--print', '--cwd -c|--config --port', '', {
      values: { 'script:javascript': '-r|--preload' },
    }),
    verbs: {
      run: interpreter('javascript', '-e|--eval', '--cwd', '', { values: { 'script:javascript': '-r|--preload' } }),
      'x|exec': { order: 'options first', values: { data: '-p|--package' }, operands: 'command' },
      'test|install|i|add|remove|rm|update|build|init|create|pm|link|unlink|upgrade|publish|outdated': {
        operands: 'data*',
        input: 'none',
      },
    },
  },
  deno: {
    verbs: {
      eval: { values: { data: '--ext -c|--config' }, operands: 'code:javascript data*', input: 'none' },
      run: interpreter('javascript', '', '-c|--config --import-map --lock --cert --seed --location -L'),
      repl: interpreter('javascript', '--eval'),
      'test|lint|fmt|check|cache|install|task|bench|doc|info|compile|add|remove|publish|upgrade|types|coverage|init|serve|jupyter|lsp|bundle|uninstall|vendor|outdated':
        { operands: 'unknown*', input: 'none' },
    },
    operands: 'unknown*',
    input: { 'no operands': 'code:javascript' },
  },
  perl: interpreter('perl', '-e -E', '-I -M -m -F -i[] -0[] -C[] -x[] -D[]', '', {
    flags: '-n -p -l -a -w -W -T -t -s -S -u -U -v -V -h -f -c',
    operands: { '-i&-e|-i&-E': 'write*', '-e|-E': 'read*', '*': 'script:perl unknown*' },
  }),
  ruby: interpreter('ruby', '-e', '-r -I -E -F -i[] -K[] -W[] -0[] -x[] --encoding --external-encoding', '-c', {
    flags: '-n -p -l -a -w -v -s -S -h -c',
    values: { directory: '-C' },
    operands: { '-i&-e': 'write*', '-e': 'read*', '*': 'script:ruby unknown*' },
  }),
  'irb|pry': interpreter('ruby', '-e', '-r -I'),
  'rails|bin/rails': {
    verbs: {
      'runner|r': { values: { data: '-e' }, operands: 'code:ruby data*' },
      'console|c': { operands: 'data*', input: 'code:ruby' },
    },
    operands: 'data*',
  },
  'gitlab-rails': {
    verbs: {
      'runner|r': { values: { data: '-e' }, operands: 'code:ruby data*' },
      'console|c': { operands: 'data*', input: 'code:ruby' },
    },
    operands: 'data*',
  },
  php: interpreter(
    'php',
    '-r|--run -B|--process-begin -R|--process-code -E|--process-end',
    '-d|--define -c|--php-ini -z -S|--server -t|--docroot',
    '-l|-S|-m|-i',
    {
      flags: '-l|--syntax-check -m -i|--info -n -a|--interactive -v -s -w',
      values: { 'script:php': '-f|--file -F|--process-file' },
    },
  ),
  'artisan|tinker|psysh': {
    values: { 'code:php': '--execute' },
    operands: 'unknown*',
    input: { '--execute': 'data', 'no operands': 'code:php', '*': 'data' },
  },
  'lua|luajit|luau|texlua|lua5.1|lua5.3|lua5.4': interpreter('lua', '-e', '-l'),
  'tclsh|wish|jimsh': interpreter('tcl', ''),
  expect: interpreter('tcl', '-c', '-d', '', { values: { 'script:tcl': '-f -b' } }),
  jshell: interpreter('java', '', '--class-path --startup --feedback -R -C', '', { operands: 'script:java*' }),
  octave: interpreter('octave', '--eval', '-p|--path'),
  'octave-cli|matlab|scilab|scilab-cli|sage|maxima': interpreter(
    'octave',
    '--eval -r -batch -e --run-string --batch-string -c',
    '-p|--path',
    '',
    { spelling: 'words', values: { 'script:octave': '-f -b --batch' } },
  ),
  'ghci|ghc|runghc|runhaskell': interpreter('haskell', '-e', '-package', '', { spelling: 'words' }),
  'stack|cabal': {
    verbs: {
      'exec|v2-exec': { order: 'options first', operands: 'command', afterDashes: 'command' },
      ghci: { operands: 'data*', input: 'code:haskell' },
    },
    operands: 'unknown*',
  },
  'iex|elixir': interpreter('elixir', '-e|--eval --rpc-eval:2', '-r -pa -pz -S --name --sname --cookie --erl'),
  mix: {
    verbs: { 'run|eval': { values: { 'code:elixir': '-e|--eval' }, operands: 'code:elixir' } },
    operands: 'data*',
  },
  erl: interpreter('erlang', '-eval', '-pa -pz -name -sname -setcookie -s -run -config', '', {
    spelling: 'words',
    operands: 'data*',
  }),
  osascript: interpreter('applescript', '-e', '-l -s'),
  emacs: {
    spelling: 'words',
    values: {
      'code:lisp': '-eval|--eval|-execute|--execute',
      'script:lisp': '-l|-load|--load|-script|--script',
      data: '-f|-funcall|--funcall -L',
    },
    operands: 'write*',
  },
  emacsclient: {
    values: { 'code:lisp': '-e|--eval', data: '-s|--socket-name -a' },
    operands: { '-e': 'code:lisp*', '*': 'read*' },
  },
  'Rscript|littler': interpreter('r', '-e', '--default-packages'),
  R: interpreter('r', '-e', '--gui -g', '', {
    spelling: 'words',
    values: { 'script:r': '-f|--file' },
    operands: 'data*',
  }),
  julia: interpreter('julia', '-e|--eval -E|--print', '-J|--sysimage -t|--threads -p|--procs -O[] --project[]', '', {
    values: { 'script:julia': '-L|--load' },
  }),
  'groovy|groovysh': interpreter('groovy', '-e', '-c|--encoding -cp|-classpath|--classpath -D', ''),
  'scala|scala-cli|amm|kotlin|kotlinc|kotlinc-jvm': interpreter(
    'scala',
    '-e|--execute-script',
    '-cp|-classpath -D',
    '',
    { spelling: 'words' },
  ),
  swift: interpreter('swift', '-e', '-I -L -F -target', '', {
    verbs: { 'build|test|run|package|repl': { operands: 'data*' } },
  }),
  'racket|mzscheme': interpreter('lisp', '-e|--eval', '-l -t|--require -p -S -G', '', {
    values: { 'script:lisp': '-f|--load -r|--script -u|--require-script' },
  }),
  guile: interpreter('lisp', '-c', '-L -x -e', '', { values: { 'script:lisp': '-l -s' } }),
  'sbcl|ecl|clisp|ccl|abcl|csi|gsi|chez|scheme|chibi-scheme|mit-scheme|janet|fennel|hy|gxi|picolisp|newlisp': lisp(
    '--eval|-eval|-e|-x|-c',
    '--core --control-stack-size --dynamic-space-size',
  ),
  'clojure|clj': interpreter('lisp', '-e|--eval', '-Sdeps -Scp', '-M|-X|-T|-A', {
    values: { data: '-M[] -X[] -T[] -A[]' },
  }),
  'bb|lein|planck|lumo|joker': interpreter('lisp', '-e|--eval|-x', '-cp|--classpath -m|--main', '', {
    operands: { '-e': 'data*', '*': 'script:lisp data*' },
  }),
  crystal: {
    verbs: { eval: { operands: 'code:crystal*' }, 'run|build|tool|spec': { operands: 'read*' } },
    operands: 'script:crystal data*',
  },
  nim: { verbs: { 'e|r': { operands: 'script:nim data*' } }, values: { 'code:nim': '--eval' }, operands: 'data*' },
  // They compile what they read; the program may run at once or right after that.
  'gcc|g++|cc|c++|clang|clang++|tcc': {
    spelling: 'words',
    values: { write: '-o', data: '-x -I -L -D -U -std -include -isystem -arch -target -MF -MT' },
    operands: 'unknown*',
    input: 'code:c',
  },
  rustc: {
    values: { write: '-o --out-dir', data: '--edition --crate-type --crate-name --target -C -L -l --emit --cfg' },
    operands: 'unknown*',
    input: 'code:rust',
  },
  'csharp|csi.exe|dotnet-script': interpreter('csharp', '-e|--eval'),
  raku: interpreter('perl', '-e', '-I -M'),
  'rexx|regina|newrexx': interpreter('rexx', '-e'),
  'swipl|prolog|gprolog|yap': interpreter('prolog', '-g -t', '-x -L -G', '', {
    values: { 'script:prolog': '-s -f -l' },
  }),
  'ocaml|utop|sml|poly|mosml': interpreter('ocaml', '-e', '-I', '', { spelling: 'words' }),
  'dart|go|gore|yaegi|rust-script|evcxr|cargo-script': {
    verbs: { run: { values: { data: '-C -exec -tags -mod' }, operands: 'script:go data*' } },
    values: { 'code:rust': '-e|--expr' },
    operands: 'unknown*',
    input: 'none',
  },
  'nu|xonsh|elvish': {
    ...interpreter('sh', '-c|--commands -e|--execute', '--config --env-config -I --rc --shell-type -rc'),
    spelling: 'clusters',
  },
  'gdb|rr|lldb|cgdb|gdb-multiarch': {
    spelling: 'words',
    values: {
      'code:gdb':
        '-ex|--ex|-eval-command|--eval-command|-iex|--init-eval-command|-o|--one-line|-O|--one-line-before-file|-k',
      'script:gdb': '-x|--command|-s|--source|-ix|--init-command',
      data: '-p|--pid -n',
      directory: '-cd|-d|--directory',
      command: '-args|--args',
    },
    operands: 'read*',
    afterDashes: 'command',
    input: 'code:gdb',
  },
  'radare2|r2|rizin': {
    values: { 'code:r2': '-c', 'script:r2': '-i', data: '-e -a -b' },
    operands: 'read*',
    input: 'code:r2',
  },
}
