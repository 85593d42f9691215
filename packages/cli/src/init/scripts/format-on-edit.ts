/** `format-on-edit.sh`: the formatters found in the workspace, on the one file that was edited. */
import { shField } from '../../new/sh-field.ts'
import type { Formatter } from '../stack.ts'

export const formatOnEdit = (formatters: readonly Formatter[]): string => `#!/bin/sh
# format-on-edit, for afterFileEdit: formats the file that was edited, and no other, with ${formatters.map(({ name }) => name).join(', ')}.
# Inside the workspace only, and no link is followed out of it. A formatter that is not installed is no failure.

${shField}

path=$(field file_path) || exit 1
[ -f "$path" ] && [ ! -L "$path" ] || exit 0
root=$(CDPATH='' cd -P -- "\${CURSOR_PROJECT_DIR:-.}" && pwd -P) || exit 1
directory=$(CDPATH='' cd -P -- "$(dirname -- "$path")" && pwd -P) || exit 1
file=$directory/\${path##*/}
case $file in
  */node_modules/* | */.git/*) exit 0 ;;
  "$root"/*) ;;
  *) exit 0 ;;
esac

# The workspace's own tools come first.
PATH=$root/node_modules/.bin:$root/.venv/bin:$PATH
format_with() {
  command -v "$1" > /dev/null 2>&1 || exit 0
  # What it prints is no reply, and its exit code none of ours.
  "$@" "$file" > /dev/null || exit 1
}

case $file in
${branches(formatters).join('\n')}
esac
`

/** An extension goes to the first formatter that knows it. */
function branches(formatters: readonly Formatter[]): readonly string[] {
  const taken = new Set<string>()
  return formatters.flatMap(({ command, extensions }) => {
    const mine = extensions.filter((extension) => !taken.has(extension))
    for (const extension of mine) taken.add(extension)
    const patterns = mine.map((extension) => `*.${extension}`).join(' | ')
    return mine.length === 0 ? [] : [`  ${patterns}) format_with ${command.join(' ')} ;;`]
  })
}
