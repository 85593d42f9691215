import { expect, test } from 'vitest'
import { foldCode } from './fold.ts'

test.each([
  ['python', "os.system('r' + 'm')", 'os.system("rm")'],
  ['python', "os.system('r' 'm')", 'os.system("rm")'],
  ['python', "os.system(''.join(['r', 'm']))", 'os.system("rm")'],
  ['python', "os.system(''.join(map(chr, [114, 109])))", 'os.system("rm")'],
  ['python', "os.system(''.join(chr(c) for c in [114, 109]))", 'os.system("rm")'],
  ['python', "os.system('%s -rf %s' % ('rm', '/'))", 'os.system("rm -rf /")'],
  ['python', "os.system('{1} {0}'.format('-rf', 'rm'))", 'os.system("rm -rf")'],
  ['python', "os.system('mr'[::-1])", 'os.system("rm")'],
  ['python', "getattr(os, 'sys' + 'tem')('ls')", 'os.system("ls")'],
  ['python', "__import__('o' + 's').system('ls')", 'os.system("ls")'],
  ['python', "shutil.rmtree(os.path.join('/', 'etc'))", 'shutil.rmtree("/etc")'],
  ['python', "shutil.rmtree(os.path.join(os.path.expanduser('~'), 'x'))", 'shutil.rmtree("~/x")'],
  ['python', "shutil.rmtree(os.environ['HOME'])", 'shutil.rmtree("~")'],
  ['javascript', "execSync(['rm', '-rf'].join(' '))", 'execSync("rm -rf")'],
  ['javascript', 'execSync(String.fromCharCode(114, 109))', 'execSync("rm")'],
  ['javascript', "execSync([114, 109].map(c => String.fromCharCode(c)).join(''))", 'execSync("rm")'],
  ['javascript', "execSync('mr'.split('').reverse().join(''))", 'execSync("rm")'],
  ['javascript', "execSync(Buffer.from('cm0=', 'base64').toString())", 'execSync("rm")'],
  ['javascript', "cp['exec' + 'Sync']('ls')", 'cp.execSync("ls")'],
  ['javascript', "execSync('xm'.replace(/x/g, 'r'))", 'execSync("rm")'],
  ['perl', 'system("r"."m")', 'system("rm")'],
  ['perl', 'system(join(" ", "rm", "-rf"))', 'system("rm -rf")'],
  ['php', '("sys"."tem")("ls");', 'system("ls");'],
  ['ruby', 'system("mr".reverse)', 'system("rm")'],
  ['lua', 'os.execute("r".."m")', 'os.execute("rm")'],
  ['awk', 'BEGIN{system("r" "m")}', 'BEGIN{system("rm")}'],
])('%s: %s', (language, code, folded) => expect(foldCode(language, code)).toBe(folded))

test.each([
  ['python', "c = 'rm'; c += ' -rf'; os.system(c)", 'os.system("rm -rf")'],
  ['python', "x = 'rm'; os.system(f'{x} -rf')", 'os.system("rm -rf")'],
  ['javascript', 'const c = "rm"; execSync(`${c} -rf`)', 'execSync("rm -rf")'],
  ['ruby', 'c = "rm"; system("#{c} -rf")', 'system("rm -rf")'],
  ['perl', '$c = "rm"; system("$c -rf")', 'system("rm -rf")'],
  ['awk', 'BEGIN{c="rm"; system(c " -rf")}', 'system("rm -rf")'],
])('replaces variables, %s: %s', (language, code, end) => expect(foldCode(language, code)).toContain(end))

test.each([
  ['python', "os.system('ls ' + name)"],
  ['javascript', "execSync('git tag v' + version)"],
  ['javascript', 'execSync("it is unclosed)'],
])('does not change what is not constant, %s: %s', (language, code) => expect(foldCode(language, code)).toBe(code))

test.each([
  ['python', 'os.system(os.environ["C"])', 'os.system("rm -rf")'],
  ['python', 'os.system(os.environ.get("C", "ls"))', 'os.system("rm -rf")'],
  ['python', 'os.system(os.getenv("C") + " ~")', 'os.system("rm -rf ~")'],
  ['python', `os.system(f"{os.environ['C']} ~")`, 'os.system("rm -rf ~")'],
  ['javascript', 'execSync(process.env.C)', 'execSync("rm -rf")'],
  ['javascript', 'execSync(`${process.env["C"]} ~`)', 'execSync("rm -rf ~")'],
  ['javascript', 'run(Deno.env.get("C"))', 'run("rm -rf")'],
  ['perl', 'system("$ENV{C} ~")', 'system("rm -rf ~")'],
  ['perl', 'system($ENV{C})', 'system("rm -rf")'],
  ['ruby', 'system(ENV.fetch("C"))', 'system("rm -rf")'],
  ['php', 'system($_ENV["C"]);', 'system("rm -rf");'],
  ['awk', 'BEGIN { system(ENVIRON["C"]) }', 'BEGIN { system("rm -rf") }'],
  ['python', 'os.system(os.environ["OTHER"])', 'os.system(os.environ["OTHER"])'],
])('fills in the variables of the program, %s: %s', (language, code, folded) =>
  expect(foldCode(language, code, new Map([['C', 'rm -rf']]))).toBe(folded),
)

test('folds evaluated strings as code of the same language', () => {
  expect(foldCode('python', "exec('os.sys' + 'tem(\"ls\")')")).toContain('\nos.system("ls")')
})

test.each(['"', "'", '`', '(', '[', '{', 'chr(', '"a"+', 'x="a";x+='])('terminates on many of %s', (part) => {
  expect(foldCode('python', `system(${part.repeat(3_000 / part.length)}`)).toContain('system')
})
