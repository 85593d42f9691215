/** Reports command hooks with `checkedCopy` that do not run from copies, and scripts that see the difference. */

import { basename } from 'node:path'
import { projectVariables } from '@hookline/core/agents'
import { findScripts } from '@hookline/core/node'
import type { EntryContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const copyIgnored: Rule = {
  code: 'copy-ignored',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const { entry } = context
    const why = entry.checkedCopy === true ? whyIgnored(context) : undefined
    if (why === undefined) return []
    return [
      {
        at: context.at('checkedCopy'),
        message: `\`checkedCopy\` has no effect${why.part}: ${why.message}`,
        hint: why.hint,
      },
    ]
  },
}

interface Ignored {
  readonly part: string
  readonly message: string
  readonly hint: string
}

function whyIgnored({ entry, file }: EntryContext): Ignored | undefined {
  const remove = 'Remove `checkedCopy`.'
  if (file.root === undefined)
    return {
      part: ' here',
      message: 'the scripts of this file are compared with nothing, neither an approval nor a signature',
      hint: remove,
    }
  const { facts } = file
  const found = findScripts(entry, {
    system: facts.system,
    cwd: entry.cwd,
    env: { HOME: facts.home, ...Object.fromEntries(projectVariables.map((name) => [name, file.root])) },
    isChecked: (path) => facts.isFile(path) && !/[\\/](node_modules|site-packages)[\\/]/.test(path),
  })
  if (found.paths.length === 0)
    return {
      part: '',
      message: 'no script that could be copied is found in the command',
      hint: 'Name the script by a literal path, or remove `checkedCopy`.',
    }
  if (found.complete) return undefined
  return {
    part: ' for a part of the command',
    message: 'it may start other files too',
    hint: 'Start one script by a literal path, and the others from it.',
  }
}

/** Ways to write the directory of the script, in a shell, and variables that hold it. */
const self = String.raw`\$\(\s*dirname\s+(?:--\s+)?"?\$\{?(?:0|BASH_SOURCE)(?:\[0\])?\}?"?\s*\)`
const holder = new RegExp(
  String.raw`^\s*(?:export\s+|local\s+|readonly\s+)?(\w+)="?(?:\$\(\s*cd\s+"?)?${self}(?!["/\s]*\/\.\.)`,
  'gm',
)
const wholeInCode =
  /\bcwd\s{0,9}[:=]\s{0,9}(?:(?:path\.)?(?:join|resolve|dirname)\(\s{0,9})?(?:__dirname|import\.meta\.dirname)|os\.chdir\((?:os\.path\.\w+\(){0,4}__file__|\bcwd=(?:os\.path\.dirname\(|Path\(){1,3}__file__/

export const copyDiffers: Rule = {
  code: 'copy-differs',
  checks: 'entry',
  find({ entry, scripts, file, at }): readonly RuleFinding[] {
    if (entry.checkedCopy !== true || file.root === undefined) return []
    return scripts.flatMap(({ path }) => {
      const line = path === undefined ? undefined : findWholeUse(file.facts.read(path) ?? '')
      if (path === undefined || line === undefined) return []
      return [
        {
          at: at('checkedCopy'),
          message: `${basename(path)}:${line} uses a directory at or above the script as a whole, and sees links there when it runs from its checked copy`,
          hint: `Use "$${projectVariables[0]}" for the directory of the project, or remove \`checkedCopy\`.`,
        },
      ]
    })
  },
}

/** The first line that enters a directory above the script, or searches or removes one beside it. */
function findWholeUse(text: string): number | undefined {
  const names = [...text.matchAll(holder)].map((match) => match[1])
  const from = [self, ...names.map((name) => String.raw`\$\{?${name}\}?`)].join('|')
  const whole = new RegExp(
    String.raw`\b(?:(?:cd|pushd|git\s+-C)\s+(?:--\s+|-P\s+)?["']?(?:${from})["']?\/\.\.|(?:find|du)\s+["']?(?:${from})|rm\s+-\w*r\w*\s+["']?(?:${from}))`,
  )
  const at = text.split('\n').findIndex((line) => !/^\s*#/.test(line) && (whole.test(line) || wholeInCode.test(line)))
  return at < 0 ? undefined : at + 1
}
