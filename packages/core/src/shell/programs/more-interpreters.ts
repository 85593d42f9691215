/** Less common interpreters, consoles of frameworks, and programs with a built-in interpreter. */
import type { Grammar } from './grammar.ts'

/** `code` are the options with code; without operands the input is code. */
const evaluator = (language: string, code: string, data = '', row: Grammar = {}): Grammar => ({
  order: 'options first',
  ...row,
  values: { [`code:${language}`]: code, data, ...row.values },
  operands: row.operands ?? `script:${language} unknown*`,
  input: row.input ?? { 'no operands': `code:${language}`, '*': 'data' },
})
/** A program with verbs, one of which takes or reads code. */
const consoleVerb = (names: string, language: string, operands = `code:${language} data*`): Grammar => ({
  verbs: { [names]: { operands, input: { '*': `code:${language}` } } },
  operands: 'unknown*',
})
/** Runs its input as code if the operand is `-`. */
const compiler = (verb: string, language: string): Grammar => ({
  verbs: { [verb]: { order: 'options first', operands: `script:${language} data*` } },
  operands: 'unknown*',
})

const languages: Readonly<Record<string, Grammar>> = {
  dotnet: {
    verbs: {
      fsi: evaluator('dotnet', '', '--define -d -r --reference', {
        values: { 'script:dotnet': '--exec --use --load' },
      }),
      script: {
        verbs: { eval: { operands: 'code:dotnet', input: 'code:dotnet' } },
        operands: 'script:dotnet data*',
        input: { 'no operands': 'code:dotnet' },
      },
    },
    operands: 'unknown*',
  },
  'csharprepl|csharp|fsharpi|fsi': evaluator('dotnet', '-e|--eval', '-r|--reference -u|--using'),
  'gore|yaegi|gomacro|evcxr|cling|root|cint|ch|igcc': evaluator('go', '-e|--eval', '-l'),
  zig: compiler('run', 'code'),
  dart: compiler('run', 'code'),
  'tcc|c99run': {
    spelling: 'words',
    flags: '-run',
    operands: 'script:code unknown*',
    input: { 'no operands': 'code:code', '*': 'data' },
  },
  'gcc|cc|clang|g++|clang++|c++|gfortran|gnat|gdc|ldc2': {
    spelling: 'words',
    values: { data: '-x -std -I -L -l -D -O -march -isystem -include', write: '-o' },
    operands: 'script:code*',
  },
  'rdmd|dmd': evaluator('code', '--eval', '--makedepend', { spelling: 'words' }),
  'v|vlang|red|rebol|io|wren|gravity|squirrel|sq|ring|pike': evaluator('code', '-e|-c|--do|--eval', ''),
  nim: {
    spelling: 'words',
    values: { 'code:nim': '--eval' },
    verbs: { 'e|r': { spelling: 'words', values: { 'code:nim': '--eval' }, operands: 'script:nim data*' } },
    operands: 'unknown*',
  },
  escript: evaluator('erlang', ''),
  'picolisp|pil': { operands: 'code:lisp*' },
  'gprolog|tau|scryer-prolog|trealla|tpl': evaluator('prolog', '--query-goal --entry-goal --init-goal -g', '', {
    spelling: 'words',
  }),
  'gap|gp|pari|M2|Singular|magma|maple|giac|icas|yacas|reduce|fricas|axiom': evaluator(
    'code',
    '-c -e|--script',
    '-q -m -s',
    { flags: '-q', input: { '*': 'code:code' } },
  ),
  'wolframscript|wolfram|math|MathKernel|WolframKernel': evaluator('wolfram', '-code|-c|-run|--code', '-format', {
    spelling: 'words',
    values: { 'script:wolfram': '-file|-f|-script' },
  }),
  'stata|stata-se|stata-mp': { spelling: 'words', flags: '-b -q -e', operands: 'code:octave*', input: 'code:octave' },
  'qjs|qjscore|d8|jsc|js|mujs|jjs|gjs|cjs|rhino|hermes|boa|tjs|txiki|llrt|njs|duk|jerry|graaljs|v8': evaluator(
    'javascript',
    '-e|--eval|-c|--command|-p',
    '-I|--include',
    {
      flags: '--std -m|--module -scripting -i',
      verbs: { eval: { operands: 'code:javascript' }, run: { operands: 'script:javascript data*' } },
    },
  ),
  'pdflatex|latex|lualatex|xelatex|tex|luatex|pdftex|xetex|luahbtex|context|latexmk|tectonic': {
    spelling: 'words',
    flags: '-shell-escape -no-shell-escape -shell-restricted -draftmode -recorder -pdf -luaonly',
    values: { data: '-interaction -jobname -fmt -output-format', directory: '-output-directory', 'code:perl': '-e' },
    operands: 'code:tex*',
    input: 'code:tex',
  },
  'gs|ghostscript|gsnd|gsx': {
    spelling: 'words',
    values: { 'code:postscript': '-c', data: '-f' },
    operands: 'unknown*',
    input: 'code:postscript',
  },
  'rc|es|scsh|ion|murex|sash|ysh|brush|mrsh|gash|bosh|lksh|loksh|bash-static': {
    order: 'options first',
    flags: '-c -l -i -e -x -n -s',
    operands: { '-c': 'shell unknown*', '*': 'script:sh unknown*' },
    input: { '-c': 'none', 'no operands': 'shell', '*': 'none' },
  },
}

/** Applications with a built-in interpreter. */
const applications: Readonly<Record<string, Grammar>> = {
  'gimp|gimp-console': { values: { 'code:lisp': '-b|--batch', data: '--batch-interpreter' }, operands: 'unknown*' },
  blender: {
    spelling: 'words',
    values: { 'code:python': '--python-expr', 'script:python': '-P|--python', data: '-o -f -s -e -t -E -F' },
    operands: 'unknown*',
  },
  'freecadcmd|FreeCADCmd|freecad|hython|mayapy|pvpython|pvbatch|calibre-debug': evaluator(
    'python',
    '-c|--python-code|--command|--code',
    '',
    { operands: 'unknown*' },
  ),
  frida: {
    values: { 'code:javascript': '-e|--eval', 'script:javascript': '-l|--load', data: '-p -n -f -U -H' },
    operands: 'unknown*',
  },
  'pyspark|spark-python|ptpython|ptipython|jupyter-console|bpython|pdb|ipdb': evaluator('python', '-c', '-m'),
  'spark-shell|ammonite|flink-scala-shell': evaluator('scala', '-e|--eval|-c', '--master --packages --conf --jars', {
    operands: 'unknown*',
    input: { '*': 'code:scala' },
  }),
  sqlplus: { flags: '-s|-S -l -L', operands: 'unknown*', input: 'code:sqlplus' },
  'db2|db2cmd': {
    values: { 'script:sqlplus': '-f', data: '-z -l -r' },
    operands: 'code:sqlplus',
    input: 'code:sqlplus',
  },
  'hive|beeline|impala-shell|spark-sql|phoenix-sqlline|sqlline|presto|trino|drill|kylin': {
    values: {
      'code:sqlline': '-e|--execute|-q|--query',
      'script:sqlline': '-f|--file',
      data: '-u -n -p -d -h -i -hiveconf --server --catalog --schema',
    },
    operands: 'unknown*',
    input: 'code:sqlline',
  },
  mysqlsh: {
    flags: '--py|--python --js|--javascript --sql',
    values: {
      'code:mysql': '-e|--execute',
      'script:mysql': '-f|--file',
      data: '-h|--host -P|--port -u|--user -p|--password[] -D|--schema --uri',
    },
    operands: 'data*',
    decided: { '-e': { '--py': 'code:python', '--js': 'code:javascript', '*': 'code:mysql' } },
    input: { '-e': 'data', '--py': 'code:python', '--js': 'code:javascript', '*': 'code:mysql' },
  },
}

/** Consoles of frameworks: they run code in the project's language. */
const frameworks: Readonly<Record<string, Grammar>> = {
  'manage.py|django-admin': {
    verbs: {
      'shell|shell_plus': {
        values: { 'code:python': '-c|--command', data: '-i|--interface' },
        operands: 'data*',
        input: { '-c': 'data', '*': 'code:python' },
      },
    },
    operands: 'unknown*',
  },
  flask: consoleVerb('shell', 'python', 'data*'),
  'odoo|odoo-bin|bench|pshell': consoleVerb('shell|console|execute', 'python', 'data*'),
  'wp|wp-cli': {
    globals: 'anywhere',
    values: { data: '--path --url --user --ssh --http', 'code:php': '--exec' },
    verbs: {
      eval: { operands: 'code:php' },
      shell: { operands: 'data*', input: 'code:php' },
      'eval-file': { operands: 'script:php data*' },
    },
    operands: 'unknown*',
  },
  drush: {
    verbs: {
      'php:eval|php-eval|eval|ev': { operands: 'code:php' },
      'php:cli|php|core-cli': { operands: 'data*', input: 'code:php' },
      'php:script|scr|php-script': { operands: 'script:php data*' },
      'core:execute|exec': { operands: 'words' },
    },
    operands: 'unknown*',
  },
  'n98-magerun|n98-magerun2|occ|craft|typo3': {
    verbs: { 'dev:console|exec/eval|shell|tinker': { operands: 'code:php', input: 'code:php' } },
    operands: 'unknown*',
  },
}

export const moreInterpreterPrograms: Readonly<Record<string, Grammar>> = {
  ...languages,
  ...applications,
  ...frameworks,
}
