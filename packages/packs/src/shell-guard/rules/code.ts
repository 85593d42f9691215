/** Checks code in other languages on the command line or in a here-document. */
import { follows } from '../follows.ts'
import { ask, type CommandView, deny, type Finding, type Rule } from '../rule.ts'
import { isSecretFile } from '../secret-files.ts'
import { sqlIn } from './databases.ts'
import { never } from './deletion.ts'
import { joinsShell } from './joined-shell.ts'
import { downloaders } from './unread.ts'
import { written } from './writing.ts'

const deletes = /(delete|del_dir|deltree|remove|unlink|rmtree|\brmdir\w*|\brm(_?rf?|Sync)?\b|rimraf|emptyDir)/i
const literals = /"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g
const home =
  /\$?ENV\{.?HOME.?\}|getenv\(.HOME.\)|homedir\(\)|env\.HOME|environ\[.HOME.\]|Path\.home\(\)|expanduser\(|Dir\.home|ENV\[.HOME.\]|user_home!?\b|env\.get\(.HOME.\)|getProperty\(.user\.home.\)|path\.expand\(.~|\bof home\b|path to home folder|home-dir|[Gg]etenv\(.HOME.\)|UserHomeDir\(|getProperty .user\.home|\bos\.home\b|SpecialFolder\.(UserProfile|Personal|MyDocuments)|NSHomeDirectory|homeDirectoryForCurrentUser|\bhome_dir\(|fs::path_home|\$HomeDirectory|getHomeDir(ectory)?\b|user-homedir-pathname|expand_user\(/

/** The current directory, or a pattern that matches everything. */
const here =
  /(rm\w*|remove\w*|rimraf|emptyDir\w*|delete\w*)\s*\(\s*(process\.cwd\(\)|os\.getcwd\(\)|getcwd\(\)|Dir\.pwd|__dirname)\s*[,)]/i
const everything = /^(\.\/)?(\*\*\/)?\*(\.\*)?$/
const files = /glob|Dir\[|list\.files|readdir|listdir|unlink|rmtree|remove_tree|rimraf|\brm|\bdel\b/i
const eachName = /\bunlink\s*\(?\s*<\*>/

/** Files that the code writes, if a literal names them. */
const writes =
  /(?:\bopen\s*\(\s*(["'])([^"'\n]+)\1\s*,\s*["'][wa]|(?:writeFile|appendFile)(?:Sync)?\s*\(\s*(["'])([^"'\n]+)\3|(?:file_put_contents|File\.(?:write|binwrite))\s*\(?\s*(["'])([^"'\n]+)\5|Path\(\s*(["'])([^"'\n]+)\7\s*\)\.write_)/g

function writing(text: string, sight: CommandView): Finding | undefined {
  for (const match of text.matchAll(writes)) {
    const word = { text: match[2] ?? match[4] ?? match[6] ?? match[8] ?? '', known: true, glob: false }
    const finding = written(word, sight.kindOf(word))
    if (finding !== undefined) return finding
  }
  return /\.pth\b/.test(text) && /getsitepackages|site-packages/.test(text)
    ? ask('write what runs at every start of Python')
    : undefined
}

/** The whole environment, not one variable of it. */
const environment =
  /os\.environ(?!\s*[.[]\s*(get|['"]))|process\.env(?![\w.[])|ENV\.(to_h|each|inspect)|%ENV|\$_ENV\b|getenv\(\)/
const isEndless = (text: string): boolean =>
  /\bfork\s+while\s+fork|\bfork\(\)\s+for\b/.test(text) || follows(text, /\b(while|loop|for|iter)\b/, /[\s{(.:]fork\b/)

const evaluates = /\b(exec|eval|execSync|system|Function|instance_eval|loads|runInThisContext)\b/
const fetches =
  /\b(urlopen|urlretrieve|requests['")]*\.get|httpx\.get|fetch|https?\.get|Net::HTTP|LWP|file_get_contents\s*\(\s*["']http)\b/
const address = /\bhttps?:\/\/(?!localhost|127\.0\.0\.1)/
const decodes =
  /(b64decode|fromhex|unhexlify|codecs\.decode|Buffer\.from|atob|base64_decode|decode64|decode_base64|pack\s*\(\s*["'][Hm]|\bchr\()/
/** A name or a program that the code computes in a way that cannot be followed. */
const computed = new RegExp(
  [
    String.raw`\b(eval|exec|execSync|system|spawn\w*|popen|Function|shell_exec|passthru|os\.execute)\s*\(?[^;\n]{0,60}?(fromCharCode|\.reverse\b|\[::-1\]|strrev|rot_?13|hex2bin|gzinflate|decompress|unpack|\bpack\b|string\.char|\bchr\b)`,
    String.raw`\b(send|public_send|__send__|getattr|call_user_func|__import__)\s*\([^;\n)]{0,60}["'][^;\n)]{0,20}\+|\+\s*["'][^;\n"']{0,20}["']\s*\)?\s*,?\s*["']rm\b`,
    // A pipe into a shell, which runs the output of the code.
    String.raw`\bopen\b[^;\n]{0,40}["']\s*\|\s*(?:\/\w+)*\/?(?:ba|z|da|k)?sh\s*["']|["']\|-["']\s*,\s*["'](?:ba|z|da|k)?sh["']`,
  ].join('|'),
)
const opens =
  /\b(f?open|read\w*|slurp|dotenv_values|file_get_contents|Bun\.file|getline|new File|Path|IO\.\w+|File\.\w+|io\.(open|lines)|cat)\b/
const sends =
  /(https?:\/\/|\/inet\d?\/(tcp|udp)\/|requests\.|urllib|fetch\(|socket|https?['"]?\)?\.(request|post|put)|http\.client|HTTPS?Connection|smtplib|ftplib|dgram|net['"]?\)?\.(connect|createConnection)|axios|XMLHttpRequest|sendBeacon|Net::(HTTP|FTP|SMTP)|LWP|HTTP::Tiny|curl_exec|dns['"]?\)?\.(lookup|resolve))/
/** Calls of a service's library that delete or stop resources of the service. */
const things =
  'bucket|table|instance|cluster|stack|function|user|role|queue|topic|secret|snapshot|volume|database|repository|zone|group|vm|namespace|collection|index|object'
const deletesByLibrary = new RegExp(
  String.raw`\.(terminate_instances|(delete|purge|drop)_(${things})s?\w*|flush_?(all|db)|(delete|terminate|purge|drop)(${things})s?\w*)\s*\(|\bnew\s+(Delete|Terminate|Purge)\w+Command\s*\(`,
  'i',
)
const isLibrary =
  /boto3|aws-sdk|@aws-sdk|google\.cloud|@google-cloud|azure|kubernetes|redis|pymongo|MongoClient|elasticsearch|opensearch|stripe|hvac|docker|github|gitlab|consul|etcd|kafka|pika|digitalocean|hcloud|openstack/i
/** Code that is loaded from a URL. */
const loadsAddress =
  /\b(source|include|load|dofile|import|require|loadstring|Import-Module)\s*\(?\s*(\w+\(\s*)*["']https?:\/\/(?!localhost|127\.)/
const queries = /(execute|query|cursor|exec)\s*\(/

/** A program or code to run that comes from the arguments or the input of the code. */
const handed =
  /\b(system\d?|exec\w*|eval|popen\d?|Popen|spawn\w*|check_output|check_call|getoutput|shell_exec|passthru|os\.execute|subprocess\.(run|call))\b\s*\(?\s*[^;\n"'`)]{0,24}(sys\.argv|sys\.stdin|process\.argv|[$@]ARGV\b|\$argv\b|\bARGV\b|<STDIN>|\bSTDIN\.(read|gets)|\bgets\b|\barg\[|commandArgs|System\.argv|Deno\.args|readFileSync\(0)/

/** Libraries that read from a store of secrets. */
const storedSecrets =
  /\bkeyring\.get_(password|credential)\(|\bget_secret_value\(|\bGetSecretValueCommand\b|WithDecryption\s*[=:]\s*[Tt]rue|\baccess_?[sS]ecret_?[vV]ersion\(|\bSecretClient\(|\bkeytar\.(getPassword|findCredentials)\(|\bhvac\.Client\(|\bCredRead\w*\(|\bCryptUnprotectData\b/

/** A quoted path of a secret, or the end of one. */
const secretIn = (text: string): boolean =>
  [...text.matchAll(/["'`]([^"'`\n]+)["'`]/g)].some(([, path]) => isSecretFile(path ?? ''))

/** Checks every path in code that deletes: `for f in glob('/etc/*')` also names what it deletes. */
function deletion(text: string, sight: CommandView): Finding | undefined {
  if (!deletes.test(text)) return undefined
  let found: Finding | undefined
  for (const [, one, two, three] of text.matchAll(literals)) {
    const path = one ?? two ?? three ?? ''
    if (everything.test(path) && files.test(text)) return deny(`delete every file here (${path})`)
    if (!/^([~/.]|[A-Z]:[\\/])/.test(path)) continue
    const kind = sight.kindOf({ text: path, known: true, glob: false })
    if (never.has(kind)) return deny(`delete ${path}`)
    if (kind === 'personal') found ??= ask(`delete ${path}`)
  }
  if (here.test(text) || eachName.test(text)) return deny('delete every file here')
  return found ?? (home.test(text) ? deny('delete from a home directory') : undefined)
}

const fedByStranger = ({ command: { stdin } }: CommandView): boolean =>
  stdin.kind === 'pipe' && stdin.from.some((one) => downloaders.has(one.name))

export const codeRules: readonly Rule[] = [
  {
    name: 'code',
    instead: 'Use plain commands that can be read.',
    find(sight) {
      const text = sight.command.code?.text
      if (text === undefined) return undefined
      const deleted = deletion(text, sight)
      if (deleted !== undefined) return deleted
      const wrote = writing(text, sight)
      if (wrote !== undefined) return wrote
      if (isEndless(text)) return deny('start processes without end')
      if (joinsShell(text)) return deny('give a shell to another machine')
      if (evaluates.test(text) && (fetches.test(text) || address.test(text)))
        return deny('run downloaded code that no one has read')
      if (evaluates.test(text) && decodes.test(text)) return ask('run code that cannot be read before it runs')
      if (/\bkeyring\.get_password\(|\bnetrc\.netrc\(/.test(text)) return ask('read a secret')
      if (loadsAddress.test(text)) return deny('run downloaded code that no one has read')
      if (isLibrary.test(text) && deletesByLibrary.test(text)) return ask('delete data of a service')
      if (/\bch(mod|own)\w*\(\s*["']\/(etc|usr|bin|sbin|lib|boot)\b/.test(text))
        return ask('change the rights of files of the system')
      if (/\bkill\(\s*-1\b/.test(text)) return deny('end every process of the person')
      if (computed.test(text)) return ask('run a program whose name the code computes')
      if (handed.test(text)) return ask('run a program named by its arguments or its input')
      if (/\bwith hidden answer\b/i.test(text)) return ask('ask for a password in a window')
      if (environment.test(text) && sends.test(text)) return deny('send the environment, with its keys, away')
      if (opens.test(text) && secretIn(text))
        return sends.test(text) ? deny('send a secret away') : ask('read a secret')
      if (storedSecrets.test(text)) return sends.test(text) ? deny('send a secret away') : ask('read a secret')
      if (/\bmake (new )?login item\b/i.test(text)) return ask('start something with every login')
      if (fedByStranger(sight) && /\bsystem\s*\(|\|\s*getline|\beval\b/.test(text))
        return deny('run downloaded code that no one has read')
      if (/\bempty (the )?trash\b/i.test(text)) return ask('empty the trash')
      if (follows(text, /\btell app/i, /\bto (shut down|restart|log out|sleep)\b/i, '\n'))
        return deny('switch the machine off')
      return queries.test(text) ? sqlIn(text) : undefined
    },
  },
  {
    name: 'debugger',
    programs: ['gdb', 'lldb'],
    instead: 'Start the program in the debugger instead of attaching to a running one.',
    find: ({ command }) =>
      follows(command.code?.text ?? '', /\b(call|print|expr\w*)\b/, /\b(system|exec\w*|popen)\b/, '\n')
        ? deny('run code inside a running process')
        : undefined,
  },
]
