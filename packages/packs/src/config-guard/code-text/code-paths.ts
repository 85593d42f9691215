/** Finds paths in inline code of another language that may write, delete or start something. */
import type { ShellCommand } from '@hookline/core/shell'
import type { Act } from '../acts.ts'

/** Functions that change files or start programs, in common languages. */
const writes =
  /\b(write\w*|unlink\w*|remove\w*|rm\w*|rename\w*|truncate\w*|chmod\w*|chown\w*|cp\w*|copy\w*|mv\w*|move\w*|replace\w*|append\w*|dump\w*|sym?link\w*|hardlink\w*|delete\w*|put|putFile\w*|file_put_contents|touch\w*|mkdir\w*|system|popen|exec\w*|spawn\w*|Popen|run|call|check_\w+|createWriteStream|outputFile\w*|save\w*|File\.(write|delete|rename|open)|fopen|open|spurt|unlink|rmdir|shell_exec|passthru|WriteAll\w*|AppendAll\w*|writefile|write-region|Remove-Item|Set-Content|Clear-Content|Out-File|Move-Item|Rename-Item)\b/i
const onlyReads =
  /\b(open|fopen)\s*\(\s*["'][^"']*["']\s*(,\s*["']r[bt]?["']\s*)?\)|\bFile\.open\s*\(\s*["'][^"']*["']\s*\)|\brun\b(?!\s*\()|json\.dumps?\s*\(/g

export const mayWrite = (code: string): boolean => writes.test(code.replace(onlyReads, ''))

/** Quoted strings that could be a path. */
const literals = (code: string): readonly string[] =>
  [...code.matchAll(/(["'`])([^"'`\n]{1,300})\1/g)]
    .flatMap((found) => (found[2] ?? '').split(/[\s>|;]+/))
    .filter((one) => one.includes('/') || one.startsWith('.'))

export function codeActs({ code, cwd }: ShellCommand): readonly Act[] {
  if (code === undefined || !mayWrite(code.text)) return []
  const at = cwd === undefined ? {} : { cwd }
  const moved = /chdir\s*\(?\s*["']([^"']+)["']/.exec(code.text)?.[1]
  const expands = /glob|fnmatch|\bDir\b/i.test(code.text)
  const names = literals(code.text)
  return names.map((path) => ({
    path,
    // A wildcard for hidden names: `glob('.*/settings.json')`. In a regular expression `.*` is common.
    glob: expands && /(^|\/)\.[^/]*[*?[]/.test(path),
    how: 'change',
    whole: path !== '.' && path !== '/' && path !== moved,
    ...at,
  }))
}
