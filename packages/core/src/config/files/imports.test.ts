import { expect, it } from 'vitest'
import { findImports } from './imports.ts'

const platform = { system: 'linux', home: '/home/a' } as const
const find = (name: string, text: string, main = '/w/.cursor/hooks'): readonly string[] =>
  findImports(`/w/.cursor/hooks/${name}`, text, { cwd: '/w', main, root: '/w', platform })

const beside = (name: string) => `/w/.cursor/hooks/${name}`

it.each([
  ['. "$(dirname "$0")/lib.sh"', beside('lib.sh')],
  ['source "$(dirname "$0")/lib.sh"', beside('lib.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"', beside('lib.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['source "${BASH_SOURCE%/*}/lib.sh"', beside('lib.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['. "${0%/*}/lib.sh"', beside('lib.sh')],
  ['. $(dirname $0)/../lib/common', '/w/.cursor/lib/common'],
  ['source "$(dirname "$(dirname "$0")")/lib.sh"', '/w/.cursor/lib.sh'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n# more\nsource "$DIR/lib.sh"', beside('lib.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['here=$(cd -- "$( dirname -- "$0" )" >/dev/null 2>&1 && pwd -P)\n. "${here}/lib.sh"', beside('lib.sh')],
  ['here=$(dirname "$(readlink -f "$0")")\nexec node "$here/guard.mjs" "$@"', beside('guard.mjs')],
  ['exec python3 "$(dirname "$0")/guard.py"', beside('guard.py')],
  ['if ! "$(dirname "$0")/check"; then exit 2; fi', beside('check')],
  ['. ./lib/env', '/w/lib/env'],
  ['source lib.sh', '/w/lib.sh'],
  ['bash "$CURSOR_PROJECT_DIR/tools/x.sh"', '/w/tools/x.sh'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['. "${CLAUDE_PROJECT_DIR}/tools/x.sh"', '/w/tools/x.sh'],
  ['. ~/hooks/lib.sh', '/home/a/hooks/lib.sh'],
  ['./tools/judge', '/w/tools/judge'],
  ['exec h/judge2 "$@"', '/w/h/judge2'],
  ['if tools/x/judge3 | cat; then exit 2; fi', '/w/tools/x/judge3'],
  ['D=./h/lib; . $D/x.sh', '/w/h/lib/x.sh'],
  ['D=\'h/lib\'\n. "$D/x.sh"', '/w/h/lib/x.sh'],
  ['HERE=$(dirname "$0")\ncd "$HERE" && ./judge4', beside('judge4')],
  ['cd tools\n./judge5', '/w/tools/judge5'],
  ['D=tools\n. ./$D/x.sh', '/w/tools/x.sh'],
  ['NAME=judge6\nexec "./tools/$NAME.sh"', '/w/tools/judge6.sh'],
  ['dir="tools"\nsource "$dir/lib.sh"', '/w/tools/lib.sh'],
  ['echo "don\'t"\n. "$(dirname "$0")/lib.sh"', beside('lib.sh')],
  ['for f in a lib; do . "$(dirname "$0")/$f.sh"; done', beside('lib.sh')],
  ['for f in "$(dirname "$0")"/lib/*.sh; do . "$f"; done', beside('lib/*.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['. "${LIB:-tools/lib.sh}"', '/w/tools/lib.sh'],
  ['R=$(git rev-parse --show-toplevel 2>/dev/null || pwd)\n. "$R/tools/lib.sh"', '/w/tools/lib.sh'],
  ['PATH="$(dirname "$0")/bin:$PATH"\njudge', beside('bin/judge')],
  ['D=`dirname $0`\n. $D/lib.sh', beside('lib.sh')],
  ['pushd "$(dirname "$0")" >/dev/null\n. ./lib.sh', beside('lib.sh')],
  ['A=1 D=tools\n. $D/lib.sh', '/w/tools/lib.sh'],
  ['. "$(dirname \\\n  "$0")/lib.sh"', beside('lib.sh')],
  ['x=`tools/judge`', '/w/tools/judge'],
  ['timeout 5 tools/judge', '/w/tools/judge'],
  ["trap '. tools/lib' EXIT", '/w/tools/lib'],
  ['awk -f tools/x.awk', '/w/tools/x.awk'],
  ['cat tools/x.sh | bash', '/w/tools/x.sh'],
  ['python3 -m tools.judge', '/w/tools/judge.py'],
  ['python3 -c "import json"', '/w/json.py'],
  ["python3 - <<'E'\nimport helper\nE", '/w/helper.py'],
  ['node tools/judge', '/w/tools/judge.js'],
  ['node -e \'require("./tools/judge")\'', '/w/tools/judge.js'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['D=$( cd -- "$( dirname -- "${BASH_SOURCE[0]}" )" &> /dev/null && pwd )\n. "$D/lib.sh"', beside('lib.sh')],
  ['D=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)\n. "$D/lib.sh"', beside('lib.sh')],
  ['S=$(readlink -f "$0")\nD=$(dirname "$S")\n. "$D/lib.sh"', beside('lib.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['S=${BASH_SOURCE[0]}\n. "${S%/*}/lib.sh"', beside('lib.sh')],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    'S=${BASH_SOURCE[0]}\nwhile [ -L "$S" ]; do\nD=$( cd -P "$( dirname "$S" )" >/dev/null 2>&1 && pwd )\nS=$(readlink "$S")\n[[ $S != /* ]] && S=$D/$S\ndone\nD=$( cd -P "$( dirname "$S" )" >/dev/null 2>&1 && pwd )\n. "$D/lib.sh"',
    beside('lib.sh'),
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['. "${0:A:h}/lib.zsh"', beside('lib.zsh')],
  ['find "$(dirname "$0")/checks" -type f -name "*.sh" -exec sh {} +', beside('checks/*.sh')],
  ['D=$(dirname "$0")\nfind "$D/checks" -print0 | sort -z | xargs -0 -n1 bash', beside('checks/*')],
  ['run-parts --exit-on-error "$(dirname "$0")/checks.d"', beside('checks.d/*')],
  ['load() { . "$(dirname "$0")/mod/$1.sh"; }', beside('mod/*.sh')],
  ['PYTHONPATH="$(dirname "$0")/lib" python3 -m judge', beside('lib/judge.py')],
  ['export PYTHONPATH="$(dirname "$0")/lib:$PYTHONPATH"\npython3 - <<E\nimport judge\nE', beside('lib/judge.py')],
  ['cd "$(dirname "$0")"\npython3 <<E\nimport judge\nE', beside('judge.py')],
  ['perl -I"$(dirname "$0")/lib" -e \'use Judge; 1\'', beside('lib/Judge.pm')],
  ['NODE_PATH="$(dirname "$0")/mods" node -e "require(\'judge\')"', beside('mods/judge.js')],
  ['cat <<EOF\nit\'s here\nEOF\n. "$(dirname "$0")/lib.sh"', beside('lib.sh')],
])('shell: %s', (text, path) => {
  expect(find('x.sh', `#!/bin/bash\n${text}\n`)).toContain(path)
})

it.each([
  ['# . "$(dirname "$0")/lib.sh"'],
  ['grep -f "$(dirname "$0")/patterns.txt"'],
  ['echo x > "$(dirname "$0")/out.sh"'],
  ['. "$(dirname "$0")/$NAME"'],
  ['/usr/bin/jq -r .command'],
  ['grep -q x src/file'],
  ['git diff --name-only -- src/index.js'],
  ['for f in src/*.js; do node --check "$f" || exit 2; done'],
  ['for f in scripts/*.sh; do bash -n "$f"; done'],
  ['npx prettier --check src/index.js'],
  ['timeout 20 npm test -- tests/test_a.py'],
  ['cp src/app.py backups/app.py'],
  ['find src -name "*.js" -exec eslint {} +'],
  ['find src -name "*.js" | xargs prettier --check'],
  ['OUT="$(dirname "$0")/last.sh"\ndate > "$OUT"'],
])('shell text that loads nothing known: %s', (text) => {
  expect(find('x.sh', `#!/bin/sh\n${text}\n`)).toEqual([])
})

it('shell: a module of Python that reads a file does not run it', () => {
  const found = find('x.sh', '#!/bin/sh\npython3 -m py_compile src/app.py\n')
  expect([found.includes('/w/src/app.py'), found.includes('/w/py_compile.py')]).toEqual([false, true])
})

it.each([
  ["import { a } from './lib.mjs'", beside('lib.mjs')],
  ['import"./lib.mjs"', beside('lib.mjs')],
  ["export * from '../lib.js'", '/w/.cursor/lib.js'],
  ["import x from './lib.js'", beside('lib.ts')],
  ["const x = require('./lib')", beside('lib.cjs')],
  ["const x = require('./lib')", beside('lib/index.js')],
  ["await import('./lib.mjs')", beside('lib.mjs')],
  ["new Worker(new URL('./worker.mjs', import.meta.url))", beside('worker.mjs')],
  ["fork(path.join(__dirname, 'child.js'))", beside('child.js')],
  ["require('./deny.rules')", beside('deny.rules.js')],
  ["require('./native.node')", beside('native.node')],
  ["require(__dirname + '/lib.js')", beside('lib.js')],
  ["require(__dirname + '/lib')", beside('lib.js')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ['await import(`${import.meta.dirname}/lib.mjs`)', beside('lib.mjs')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ['new Worker(`${__dirname}/worker.js`)', beside('worker.js')],
  ["execFileSync('sh', [__dirname + '/judge.sh'])", beside('judge.sh')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ["spawnSync('python3', [join(here, '..', 'x'), `${__dirname}/../judge.py`])", '/w/.cursor/judge.py'],
  ["createRequire(import.meta.url)('./lib.cjs')", beside('lib.cjs')],
  ["const load = createRequire(import.meta.url)\nload('./lib.cjs')", beside('lib.cjs')],
  ["fork('./tools/child.js')", '/w/tools/child.js'],
  ["new Worker('./tools/worker.mjs')", '/w/tools/worker.mjs'],
  ["execSync('sh tools/judge.sh')", '/w/tools/judge.sh'],
  ["spawnSync('sh', ['tools/judge.sh', '--x'])", '/w/tools/judge.sh'],
  [
    "const here = path.dirname(fileURLToPath(import.meta.url))\nawait import(path.join(here, 'lib.mjs'))",
    beside('lib.mjs'),
  ],
  ["const name = './lib.mjs'\nawait import(name)", beside('lib.mjs')],
  ["await import(import.meta.resolve('./lib.mjs'))", beside('lib.mjs')],
  ["await import(/* webpackIgnore: true */ './lib.mjs')", beside('lib.mjs')],
  ["require(resolve(__dirname, 'lib'))", beside('lib.js')],
  ["require(path.resolve('tools/lib.js'))", '/w/tools/lib.js'],
  ["require(process.cwd() + '/tools/lib.js')", '/w/tools/lib.js'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ['const root = process.env.CURSOR_PROJECT_DIR ?? "."\nrequire(`${root}/tools/lib.js`)', '/w/tools/lib.js'],
  ["const lib = path.join(__dirname, '..', 'lib')\nrequire(path.join(lib, 'x.js'))", '/w/.cursor/lib/x.js'],
  ["spawnSync(\n  'sh',\n  ['tools/judge.sh'],\n)", '/w/tools/judge.sh'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ['execSync(`sh ${process.cwd()}/tools/judge.sh`)', '/w/tools/judge.sh'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: JavaScript
  ['await import(`./handlers/${name}.mjs`)', beside('handlers/*.mjs')],
  ["require('./handlers/' + event.name)", beside('handlers/*.js')],
  ["require(__dirname + '/handlers/' + name + '.cjs')", beside('handlers/*.cjs')],
  ["await import(pathToFileURL(path.join(import.meta.dirname, 'rules', file)).href)", beside('rules/*.mjs')],
  ["require('.')", beside('index.js')],
  ["require('..')", '/w/.cursor/index.js'],
])('JavaScript: %s', (text, path) => {
  expect(find('x.mjs', text)).toContain(path)
})

it.each([
  ['x', '#!.cursor/hooks/interpreter\n', beside('interpreter')],
  ['x', '#!/usr/bin/env -S ./tools/run --strict\n', '/w/tools/run'],
  ['x', '#!/usr/bin/env -S node --import ./tools/register.mjs\n', '/w/tools/register.mjs'],
  ['x.ts', '#!/usr/bin/env -S python3 tools/wrap.py\n', '/w/tools/wrap.py'],
])('the first line of %s: %s', (name, text, path) => {
  expect(find(name, text)).toContain(path)
})

it.each([
  ["const ignored = ['./src/generated.ts', 'src/index.js']"],
  ["writeFileSync(__dirname + '/state.json', text)"],
  ["check('./src/index.ts')"],
  ["execSync('git diff -- src/a.json')"],
  ["spawnSync('eslint', ['src/index.js'])"],
  ["readFileSync(path.join(process.cwd(), 'src/index.js'))"],
])('JavaScript that runs none of the files it names: %s', (text) => {
  expect(find('x.mjs', text)).toEqual([])
})

it('JavaScript that imports a package, the platform or data loads no local code', () => {
  expect(find('x.mjs', "import 'fs'\nimport x from 'zod'\nimport y from './state.json'\n")).toEqual([])
})

it.each([
  ['import helper', beside('helper.py')],
  ['import helper, other as o', beside('other.py')],
  ['from helper import f', beside('helper.py')],
  ['from pkg.mod import f', beside('pkg/mod.py')],
  ['from pkg import mod', beside('pkg/mod.py')],
  ['from pkg import (a,\n  b)', beside('pkg/b.py')],
  ['import pkg.mod', beside('pkg/__init__.py')],
  ['from . import x1', beside('x1.py')],
  ['from ..lib import x1', '/w/.cursor/lib.py'],
  ["sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'lib'))\nimport rules", '/w/.cursor/lib/rules.py'],
  ['subprocess.run(["sh", os.path.join(os.path.dirname(__file__), "judge.sh")])', beside('judge.sh')],
  ['subprocess.run([str(Path(__file__).resolve().parent / "judge.sh")])', beside('judge.sh')],
  ['subprocess.run([Path(__file__).parent.parent / "lib" / "judge.sh"])', '/w/.cursor/lib/judge.sh'],
  ['runpy.run_path(Path(__file__).with_name("other.py"))', beside('other.py')],
  [
    'HERE = os.path.dirname(os.path.abspath(__file__))\nrun(["sh", os.path.join(HERE, "judge.sh")])',
    beside('judge.sh'),
  ],
  ['here = Path(__file__).parent\nrun([here / "bin" / "judge.sh"])', beside('bin/judge.sh')],
  ["importlib.import_module('pkg.mod')", beside('pkg/mod.py')],
  ["__import__('pkg.mod')", beside('pkg/mod.py')],
  ["spec_from_file_location('x', os.path.join(os.getcwd(), 'tools/x.py'))", '/w/tools/x.py'],
  ["exec(open('tools/x.py').read())", '/w/tools/x.py'],
  ["sys.path.insert(0, 'tools')\nimport rules", '/w/tools/rules.py'],
  ['sys.path.append(str(Path(__file__).resolve().parent.parent.parent))\nfrom tools import rules', '/w/tools/rules.py'],
  [
    'ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))\nsys.path.append(ROOT)\nimport rules',
    '/w/.cursor/rules.py',
  ],
  ["sys.path.insert(0, os.environ.get('CURSOR_PROJECT_DIR', '.'))\nimport rules", '/w/rules.py'],
  ['subprocess.run(\n    ["bash", "tools/judge.sh"],\n    check=False,\n)', '/w/tools/judge.sh'],
  ['cmd = ["bash", "tools/judge.sh"]\nsubprocess.run(cmd)', '/w/tools/judge.sh'],
  ["subprocess.run([sys.executable, '-m', 'tools.judge'])", '/w/tools/judge.py'],
  ["root = os.environ['CURSOR_PROJECT_DIR']\nrun(['bash', f'{root}/tools/judge.sh'])", '/w/tools/judge.sh'],
  ["subprocess.run(['bash', Path.cwd() / 'tools' / 'judge.sh'])", '/w/tools/judge.sh'],
  ["subprocess.run(['bash', 'judge.sh'], cwd='tools')", '/w/tools/judge.sh'],
  ['os.system("sh tools/judge.sh")', '/w/tools/judge.sh'],
  ['subprocess.run(["bash", "tools/judge.sh"], check=True)', '/w/tools/judge.sh'],
  // A new file of this name would be loaded instead of the standard module.
  ['import json', beside('json.py')],
])('Python: %s', (text, path) => {
  expect(find('x.py', text)).toContain(path)
})

it.each([
  ['PROTECTED = ["src/app.py", "scripts/test.sh"]'],
  ['subprocess.run(["ruff", "check", "src/app.py"])'],
  ['open(os.path.join(os.path.dirname(__file__), "state.json"))'],
  ['Path("src/app.py").read_text()'],
])('Python that runs none of the files it names: %s', (text) => {
  expect(find('x.py', text)).toEqual([])
})

it('Python searches the directory of the script that was started', () => {
  expect(find('pkg/x.py', 'import helper')).toContain(beside('helper.py'))
})

it.each([
  ['x.rb', "require_relative 'lib'", beside('lib.rb')],
  ['x.pl', 'require "./lib.pl";', '/w/lib.pl'],
  ['x.pl', 'require "$FindBin::Bin/lib.pl";', beside('lib.pl')],
  ['x.pl', "use lib 'tools';\nuse My::Rules;", '/w/tools/My/Rules.pm'],
  ['x.pl', 'use lib "$FindBin::Bin/lib";\nuse Rules qw(check);', beside('lib/Rules.pm')],
  ['x.pl', 'use lib "tools"; use Rules; 1;', '/w/tools/Rules.pm'],
  ['x.pl', 'use FindBin qw($Bin);\nuse lib "$Bin";\nrequire Rules;', beside('Rules.pm')],
  ['x.pl', 'use lib dirname(__FILE__) . "/lib";\nuse Rules;', beside('lib/Rules.pm')],
  ['x.pl', 'my $dir = dirname(__FILE__);\nrequire "$dir/lib.pl";', beside('lib.pl')],
  ['x.rb', 'here = File.dirname(__FILE__)\nrequire File.join(here, "lib")', beside('lib.rb')],
  ['x.rb', "require './tools/lib'", '/w/tools/lib.rb'],
  ['x.rb', "load './tools/lib.rb'", '/w/tools/lib.rb'],
  ['x.rb', "require File.join(__dir__, 'lib')", beside('lib.rb')],
  ['x.rb', "load File.expand_path('../lib.rb', __dir__)", '/w/.cursor/lib.rb'],
  ['x.rb', 'require "#{__dir__}/lib"', beside('lib.rb')],
  ['x', '#!/usr/bin/env python3\nimport helper', beside('helper.py')],
  ['x', '#!/usr/bin/env -S node --no-warnings\nimport "./a.mjs"', beside('a.mjs')],
  ['x', '. "$(dirname "$0")/lib.sh"', beside('lib.sh')],
])('%s by its name or first line: %s', (name, text, path) => {
  expect(find(name, text)).toContain(path)
})

it.each(['x.txt', 'x.json', 'x.md'])('finds nothing in %s', (name) => {
  expect(find(name, '. "$(dirname "$0")/lib.sh"\nimport helper')).toEqual([])
})

it('takes linear time for a long text of half imports', () => {
  const pieces = [
    ...[
      'from ',
      'import (',
      '$(dirname "',
      'sys.path.insert(',
      "require('./",
      '${BASH_SOURCE',
      '__dirname, "',
      '__dirname + ',
    ],
    ...[
      'spawn("a ',
      "fork('",
      'createRequire(',
      'a("./',
      'dirname(__file__',
      'join(__file__.parent, "',
      'x = __file__.parent\n',
    ],
    ...['for f in a b c d\n. $f\n', '`dirname ', 'PATH=a:b c\n', 'python -c ', "cwd='a', run(['", 'a = ["b", '],
    ...['const a = "./a/b"\na ', 'path.join(__dirname, "a", ', '{__dirname}', 'resolve(import.meta.url + "', 'a || '],
    ...['os.path.join(os.getcwd(), "a"', 'Path(__file__) / "', 'dirname(', 'my $a = "a/b";\n"$a/', '/* '],
    ...['use lib "', 'use A::', 'expand_path("', 'join(__dir__, "', 'system("sh a/', 'D=a\n', '"', '.parent'],
  ]
  for (const piece of pieces)
    for (const name of ['x.sh', 'x.mjs', 'x.py', 'x.rb', 'x.pl']) {
      const began = performance.now()
      find(name, piece.repeat(Math.floor(400_000 / piece.length)))
      expect([piece, name, performance.now() - began < 3000]).toEqual([piece, name, true])
    }
})
