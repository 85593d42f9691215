import { expect, test } from 'vitest'
import { printsOnly } from './prints-only.ts'

test.each([
  ['python', `print('os.system("rm -rf /")'.count('rm'))`],
  ['python', `s = 'subprocess.run(["rm"])'; print(len(s))`],
  ['javascript', `console.log('execSync("rm -rf /")'.length)`],
])('%s: %s only prints', (language, code) => expect(printsOnly(language, code)).toBe(true))

test.each([
  ['python', `exec('import os')`],
  ['python', `eval('1')`],
  ['python', `import os; os.system('ls')`],
  ['python', `p = getattr; print(p('x'))`],
  ['javascript', 'console.log(`${require("x")}`)'],
  ['ruby', 'puts "#{system(1)}"'],
  ['ruby', 'print `ls`'],
  ['perl', 'print qx(ls)'],
  ['python', `print('a' # don't`],
])('%s: %s may do more', (language, code) => expect(printsOnly(language, code)).toBe(false))
