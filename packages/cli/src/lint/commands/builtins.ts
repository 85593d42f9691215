/** Words at the start of a command that are no programs on the PATH. */
import type { Facts } from '../context/facts.ts'

/** Builtins and keywords of POSIX shells and bash. */
const ofShells: ReadonlySet<string> = new Set(
  ': . [ [[ (( ! { } alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
)
/** Keywords of PowerShell, and aliases that it has on every machine. Its commands have names like `Get-Content`. */
const ofPowerShell: ReadonlySet<string> = new Set(
  'ac begin break cat cd chdir clc clear cls compare continue copy cp curl data del diff dir do echo else elseif end erase exit fl for foreach ft function gc gci gi gm group gsv gv help history icm iex if ii in irm iwr kill ls man md measure mkdir more mount move mv ni oh param popd process ps pushd pwd r rd ren return rm rmdir ri rni rp rv saps sasv sc select set si sl sleep sls sort sp spps start sv switch tee throw trap try type until wget where while write'.split(
    ' ',
  ),
)

export const isBuiltin = (word: string, system: Facts['system']): boolean =>
  system === 'win32' ? ofPowerShell.has(word.toLowerCase()) || /^[a-z]+-[a-z]+$/i.test(word) : ofShells.has(word)
