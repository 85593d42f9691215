/** Collects every command of a shell script in text order, with the source of its input and the target of its output. */
import { type Command, forEachChild, type Redirection, type SyntaxNode, type WordPart } from 'unbash'
import { bodyText, nameOf, type ShellText, textOf } from './text.ts'

type Stdin =
  /** The script's own stdin. */
  | { readonly kind: 'script' }
  | { readonly kind: 'pipe'; readonly from: readonly ShellRun[] }
  | { readonly kind: 'text'; readonly text: ShellText; readonly document: boolean; readonly offset: number }
  | { readonly kind: 'file' }

export interface ShellRun {
  /** The program without its directory; empty if it is not known. */
  readonly name: string
  /** As written. */
  readonly program: ShellText | undefined
  readonly args: readonly ShellText[]
  readonly offset: number
  readonly end: number
  readonly out: 'stdout' | 'stderr' | 'elsewhere'
  readonly stdin: Stdin
  /** The branches and bodies around it, from the outside in. */
  readonly blocks: readonly number[]
  /** The function that contains it. */
  readonly inside: string | undefined
  /** The subshells around it. Variables set in a subshell are lost at its end. */
  readonly subshells: readonly number[]
  readonly assigns: readonly ShellAssignment[]
  /** The variable to which its output is assigned. */
  readonly into: string | undefined
  /** It is the condition of a loop. */
  readonly loops: boolean
}
export interface ShellAssignment {
  readonly name: string
  readonly offset: number
  /** Undefined for an array. */
  readonly value: ShellText | undefined
  readonly append: boolean
}
export interface Walked {
  readonly runs: readonly ShellRun[]
  /** Loops at the end of a pipe and other subshells, with their ranges. */
  readonly subshells: readonly Subshell[]
  readonly expansions: readonly {
    readonly part: WordPart
    readonly offset: number
    readonly subshells: readonly number[]
    readonly inside: string | undefined
  }[]
  readonly functions: ReadonlySet<string>
  readonly loopVariables: ReadonlySet<string>
  /** Variables for which a test checks whether they are set. */
  readonly tested: ReadonlySet<string>
}

interface Subshell {
  readonly id: number
  readonly start: number
  readonly end: number
  /** True for `$(…)`, whose output is used. */
  readonly captured: boolean
}

type CommandPosition = Pick<ShellRun, 'out' | 'stdin' | 'blocks' | 'inside' | 'subshells' | 'into' | 'loops'>

export function walkShell(script: SyntaxNode): Walked {
  const walker = new Walker()
  walker.visit(script, {
    out: 'stdout',
    stdin: { kind: 'script' },
    blocks: [],
    inside: undefined,
    subshells: [],
    into: undefined,
    loops: false,
  })
  return walker
}

class Walker implements Walked {
  readonly runs: ShellRun[] = []
  readonly subshells: Subshell[] = []
  readonly tested = new Set<string>()
  readonly expansions: { part: WordPart; offset: number; subshells: readonly number[]; inside: string | undefined }[] =
    []
  readonly functions = new Set<string>()
  readonly loopVariables = new Set<string>()
  private ids = 0

  visit(node: SyntaxNode, position: CommandPosition): void {
    switch (node.type) {
      case 'Command':
        this.command(node, position)
        return
      case 'Pipeline':
        this.pipeline(node, position)
        return
      case 'AndOr':
        for (const [at, one] of node.commands.entries()) this.visit(one, at === 0 ? position : this.block(position))
        return
      case 'Redirected':
        for (const one of node.redirects) this.parts(one, position)
        this.visit(node.command, { ...position, ...applyRedirects(node.redirects, position) })
        return
      case 'Function':
        this.functions.add(node.name.value)
        this.visit(node.body, { ...this.block(position), inside: node.name.value })
        return
      case 'Subshell':
        this.visit(node.body, this.subshell(position, node))
        return
      case 'CompoundList':
      case 'Elif':
      case 'CaseItem':
        this.children(node, node.type === 'CompoundList' ? position : this.block(position))
        return
      case 'If':
        this.visit(node.clause, position)
        this.visit(node.then, this.block(position))
        for (const one of node.elif) this.visit(one, position)
        if (node.else !== undefined) this.visit(node.else, this.block(position))
        return
      case 'While':
        this.visit(node.clause, { ...position, loops: true })
        this.visit(node.body, this.block(position))
        return
      case 'For':
      case 'Select':
        this.loopVariables.add(node.name.value)
        for (const word of node.wordlist ?? []) this.visit(word, position)
        this.visit(node.body, this.block(position))
        return
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        if (node.type === 'CommandExpansion')
          this.expansions.push({ part: node, offset: node.pos, subshells: position.subshells, inside: position.inside })
        if (node.script === undefined || node.script.source !== undefined) return
        this.children(node.script, { ...this.subshell(position, node), out: 'elsewhere' })
        return
      case 'TestUnary': {
        const [only] = /^-[nzv]$/.test(node.operator) ? textOf(node.operand).holes : []
        const name = only === undefined ? node.operand.text : nameOf(only.part)
        if (name !== undefined) this.tested.add(name)
        this.children(node, position)
        return
      }
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        this.expansions.push({ part: node, offset: node.pos, subshells: position.subshells, inside: position.inside })
        this.children(node, position)
        return
      default:
        this.children(node, position)
        return
    }
  }

  private children(node: SyntaxNode, position: CommandPosition): void {
    forEachChild(node, (child) => this.visit(child, position))
  }

  private parts(node: SyntaxNode, position: CommandPosition): void {
    this.children(node, { ...position, into: undefined })
  }

  private block(position: CommandPosition): CommandPosition {
    return { ...position, loops: false, blocks: [...position.blocks, ++this.ids] }
  }

  private subshell(position: CommandPosition, { pos, end, type }: SyntaxNode): CommandPosition {
    const id = ++this.ids
    this.subshells.push({ id, start: pos, end, captured: type.endsWith('tion') || type.endsWith('sion') })
    return { ...position, subshells: [...position.subshells, id] }
  }

  private pipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>, position: CommandPosition): void {
    if (node.commands.length === 1) {
      this.children(node, position)
      return
    }
    let stdin = position.stdin
    node.commands.forEach((stage, at) => {
      const from = this.runs.length
      const last = at === node.commands.length - 1
      this.visit(stage, {
        ...this.subshell(position, stage),
        stdin,
        out: last ? position.out : 'elsewhere',
        into: last ? position.into : undefined,
      })
      stdin = { kind: 'pipe', from: this.runs.slice(from) }
    })
  }

  private command(node: Command, position: CommandPosition): void {
    const inner = { ...position, ...applyRedirects(node.redirects, position) }
    const assignments = [...node.prefix, ...node.suffix].filter((part) => part.type === 'Assignment')
    const words = node.args.filter((arg) => arg.type === 'Word')
    const assigns = assignments.map(({ name, pos, value, append }) => ({
      name,
      offset: pos,
      value: value.type === 'Word' ? textOf(value) : undefined,
      append: append === true,
    }))
    // The output of a `$(…)` in a word is not the output of the command.
    for (const one of assignments) this.children(one, { ...position, into: one.name })
    for (const one of [...(node.name === undefined ? [] : [node.name]), ...words]) this.parts(one, position)
    for (const one of node.redirects) this.parts(one, position)
    const program = node.name === undefined ? undefined : textOf(node.name)
    this.runs.push({
      ...inner,
      name: nameOfProgram(program),
      program,
      args: words.map(textOf),
      offset: node.pos,
      end: node.end,
      assigns,
    })
  }
}

/** The program without its directory. A name that is known only at run time is in braces. */
function nameOfProgram(program: ShellText | undefined): string {
  if (program === undefined) return ''
  return program.holes.length > 0 ? `\${${program.text}}` : (program.text.split('/').at(-1) ?? '')
}

function applyRedirects(
  redirects: readonly Redirection[],
  position: CommandPosition,
): Pick<CommandPosition, 'out' | 'stdin'> {
  let { out, stdin } = position
  for (const one of redirects) {
    const descriptor = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : undefined
    if (one.type === 'HereDoc') stdin = { kind: 'text', text: bodyText(one.body), document: true, offset: one.pos }
    else if (one.type === 'HereString')
      stdin =
        one.target === undefined ? stdin : { kind: 'text', text: textOf(one.target), document: false, offset: one.pos }
    else {
      const target = one.target === undefined ? '' : textOf(one.target).text
      if (one.operator.startsWith('<')) stdin = isStdin(target) ? stdin : { kind: 'file' }
      else if (one.operator.startsWith('&') || (descriptor ?? 1) === 1) out = sinkOf(target, one.operator, position.out)
    }
  }
  return { out, stdin }
}

const isStdin = (target: string): boolean => target === '/dev/stdin' || target === '0' || target === '/dev/fd/0'

function sinkOf(target: string, operator: string, out: CommandPosition['out']): CommandPosition['out'] {
  if (target === '/dev/stderr' || (operator === '>&' && target === '2')) return 'stderr'
  return target === '/dev/stdout' || target === '1' ? out : 'elsewhere'
}
