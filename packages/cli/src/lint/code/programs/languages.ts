/** Describes how JavaScript and Python do the things that hooks do. A language is a table here, not a branch in the analysis. */
import type { Notation } from './tokens.ts'

export interface Language {
  readonly notation: Notation
  /** Calls that print, with their stream and the argument that they print. */
  readonly prints: Readonly<Record<string, { readonly to: 'stdout' | 'stderr'; readonly argument?: number }>>
  /** Calls whose first argument is a file descriptor. */
  readonly writes: ReadonlySet<string>
  readonly stringify: ReadonlySet<string>
  readonly parse: ReadonlySet<string>
  readonly exit: ReadonlySet<string>
  /** Exits that do not flush the output. */
  readonly hardExit: ReadonlySet<string>
  readonly exitCode: string | undefined
  /** Objects with the environment variables; `getVariable` are the calls that read one. */
  readonly environment: ReadonlySet<string>
  readonly getVariable: ReadonlySet<string>
  /** Names of the script's stdin. */
  readonly stdin: RegExp
  /** Calls that open something by name; it is the event only if the name is stdin. */
  readonly opens: RegExp
  /** Calls whose result comes from another program or a server. */
  readonly foreign: RegExp
  /** The method that reads a field: `.get("x")`. */
  readonly getter: string | undefined
  readonly or: ReadonlySet<string>
  /** The first argument of the script, and how a script checks whether it exists. */
  readonly argument: { readonly name: string; readonly first: string; readonly counted: RegExp }
  /** Statements that load other files, which may decide too. */
  readonly delegates: RegExp
}

export const javascript: Language = {
  notation: 'javascript',
  prints: {
    'console.log': { to: 'stdout' },
    'console.info': { to: 'stdout' },
    'console.debug': { to: 'stdout' },
    'console.dir': { to: 'stdout' },
    'process.stdout.write': { to: 'stdout' },
    'process.stdout.end': { to: 'stdout' },
    'stdout.write': { to: 'stdout' },
    'console.error': { to: 'stderr' },
    'console.warn': { to: 'stderr' },
    'process.stderr.write': { to: 'stderr' },
    'stderr.write': { to: 'stderr' },
  },
  writes: new Set(['fs.writeSync', 'writeSync', 'fs.writeFileSync', 'writeFileSync', 'Bun.write']),
  stringify: new Set(['JSON.stringify']),
  parse: new Set(['JSON.parse']),
  exit: new Set(['process.exit', 'exit', 'Deno.exit']),
  hardExit: new Set(['process.reallyExit', 'process.abort']),
  exitCode: 'process.exitCode',
  environment: new Set(['process.env', 'Bun.env', 'env']),
  getVariable: new Set(['Deno.env.get']),
  stdin: /^(process\.stdin|Bun\.stdin|Deno\.stdin|stdin)(\.|$)/,
  opens: /(^|\.)(readFileSync|readFile|createReadStream|readTextFileSync|readTextFile|file)$/,
  foreign: /(^|\.)(execSync|execFileSync|spawnSync|fetch|exec|execa)$/,
  getter: undefined,
  or: new Set(['||', '??']),
  argument: {
    name: 'process.argv',
    first: '2',
    counted: /argv\.length|argv\[2\]\s*(?:\|\||\?\?|===|!==|==|!=)|argv\.slice/,
  },
  delegates: /(?:from|import|require\()\s*\(?["']\.{1,2}\/|stdio:\s*["']inherit/,
}

export const python: Language = {
  notation: 'python',
  prints: {
    print: { to: 'stdout' },
    pprint: { to: 'stdout' },
    'pprint.pprint': { to: 'stdout' },
    'sys.stdout.write': { to: 'stdout' },
    'stdout.write': { to: 'stdout' },
    'sys.stderr.write': { to: 'stderr' },
    'stderr.write': { to: 'stderr' },
  },
  writes: new Set(['os.write']),
  stringify: new Set(['json.dumps', 'dumps', 'orjson.dumps']),
  parse: new Set(['json.load', 'json.loads', 'load', 'loads', 'orjson.loads']),
  exit: new Set(['sys.exit', 'exit', 'quit', 'SystemExit']),
  hardExit: new Set(['os._exit', 'os.abort']),
  exitCode: undefined,
  environment: new Set(['os.environ', 'environ']),
  getVariable: new Set(['os.getenv', 'getenv', 'os.environ.get', 'environ.get']),
  stdin: /^(sys\.stdin|stdin|input|fileinput)(\.|$)/,
  opens: /(^|\.)(open|read_text|read_bytes)$/,
  foreign: /(^|\.)(check_output|run|Popen|urlopen|getoutput|communicate)$/,
  getter: 'get',
  or: new Set(['or']),
  argument: { name: 'sys.argv', first: '1', counted: /len\(sys\.argv\)|argparse|sys\.argv\[1:\]/ },
  delegates:
    /^\s*(?:from\s+\.|import\s+runpy)|os\.exec[vl]|subprocess\.(?:call|check_call)|sys\.path\.(?:insert|append)/m,
}
