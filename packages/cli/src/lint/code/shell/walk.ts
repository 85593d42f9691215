/** Every command of a shell script in the order of its text, with where its input comes from and where its output goes. */
import { type Command, forEachChild, type Redirection, type SyntaxNode, type WordPart } from 'unbash'
import { bodyText, nameOf, type ShellText, textOf } from './text.ts'

type Stdin =
  /** The script's own. */
  | { readonly kind: 'script' }
  | { readonly kind: 'pipe'; readonly from: readonly ShellRun[] }
  | { readonly kind: 'text'; readonly text: ShellText; readonly document: boolean; readonly offset: number }
  | { readonly kind: 'file' }

export interface ShellRun {
  /** Without its directory; empty where it is not known. */
  readonly name: string
  /** As written. */
  readonly program: ShellText | undefined
  readonly args: readonly ShellText[]
  readonly offset: number
  readonly end: number
  readonly out: 'stdout' | 'stderr' | 'elsewhere'
  readonly stdin: Stdin
  /** The branches and bodies it stands in, from the outside in. */
  readonly blocks: readonly number[]
  /** The function whose body it stands in. */
  readonly inside: string | undefined
  /** The subshells it stands in: what they set is lost at their end. */
  readonly subshells: readonly number[]
  readonly assigns: readonly Assigned[]
  /** The variables to which its output is assigned. */
  readonly into: string | undefined
  /** It is asked before each round of a loop. */
  readonly loops: boolean
}
export interface Assigned {
  readonly name: string
  readonly offset: number
  /** Undefined for an array. */
  readonly value: ShellText | undefined
  readonly append: boolean
}
export interface Walked {
  readonly runs: readonly ShellRun[]
  /** Loops at the end of a pipe and other subshells: where each ends. */
  readonly subshells: readonly Subshell[]
  readonly expansions: readonly {
    readonly part: WordPart
    readonly offset: number
    readonly subshells: readonly number[]
    readonly inside: string | undefined
  }[]
  readonly functions: ReadonlySet<string>
  readonly loopVariables: ReadonlySet<string>
  /** Variables that a test asks whether they are set. */
  readonly tested: ReadonlySet<string>
}

interface Subshell {
  readonly id: number
  readonly start: number
  readonly end: number
  /** `$(…)`: its output is what it is for. */
  readonly captured: boolean
}

type Place = Pick<ShellRun, 'out' | 'stdin' | 'blocks' | 'inside' | 'subshells' | 'into' | 'loops'>

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

  visit(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'Command':
        this.command(node, place)
        return
      case 'Pipeline':
        this.pipeline(node, place)
        return
      case 'AndOr':
        for (const [at, one] of node.commands.entries()) this.visit(one, at === 0 ? place : this.block(place))
        return
      case 'Redirected':
        for (const one of node.redirects) this.parts(one, place)
        this.visit(node.command, { ...place, ...redirected(node.redirects, place) })
        return
      case 'Function':
        this.functions.add(node.name.value)
        this.visit(node.body, { ...this.block(place), inside: node.name.value })
        return
      case 'Subshell':
        this.visit(node.body, this.subshell(place, node))
        return
      case 'CompoundList':
      case 'Elif':
      case 'CaseItem':
        this.children(node, node.type === 'CompoundList' ? place : this.block(place))
        return
      case 'If':
        this.visit(node.clause, place)
        this.visit(node.then, this.block(place))
        for (const one of node.elif) this.visit(one, place)
        if (node.else !== undefined) this.visit(node.else, this.block(place))
        return
      case 'While':
        this.visit(node.clause, { ...place, loops: true })
        this.visit(node.body, this.block(place))
        return
      case 'For':
      case 'Select':
        this.loopVariables.add(node.name.value)
        for (const word of node.wordlist ?? []) this.visit(word, place)
        this.visit(node.body, this.block(place))
        return
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        if (node.type === 'CommandExpansion')
          this.expansions.push({ part: node, offset: node.pos, subshells: place.subshells, inside: place.inside })
        if (node.script === undefined || node.script.source !== undefined) return
        this.children(node.script, { ...this.subshell(place, node), out: 'elsewhere' })
        return
      case 'TestUnary': {
        const [only] = /^-[nzv]$/.test(node.operator) ? textOf(node.operand).holes : []
        const name = only === undefined ? node.operand.text : nameOf(only.part)
        if (name !== undefined) this.tested.add(name)
        this.children(node, place)
        return
      }
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        this.expansions.push({ part: node, offset: node.pos, subshells: place.subshells, inside: place.inside })
        this.children(node, place)
        return
      default:
        this.children(node, place)
        return
    }
  }

  private children(node: SyntaxNode, place: Place): void {
    forEachChild(node, (child) => this.visit(child, place))
  }

  private parts(node: SyntaxNode, place: Place): void {
    this.children(node, { ...place, into: undefined })
  }

  private block(place: Place): Place {
    return { ...place, loops: false, blocks: [...place.blocks, ++this.ids] }
  }

  private subshell(place: Place, { pos, end, type }: SyntaxNode): Place {
    const id = ++this.ids
    this.subshells.push({ id, start: pos, end, captured: type.endsWith('tion') || type.endsWith('sion') })
    return { ...place, subshells: [...place.subshells, id] }
  }

  private pipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>, place: Place): void {
    if (node.commands.length === 1) {
      this.children(node, place)
      return
    }
    let stdin = place.stdin
    node.commands.forEach((stage, at) => {
      const from = this.runs.length
      const last = at === node.commands.length - 1
      this.visit(stage, {
        ...this.subshell(place, stage),
        stdin,
        out: last ? place.out : 'elsewhere',
        into: last ? place.into : undefined,
      })
      stdin = { kind: 'pipe', from: this.runs.slice(from) }
    })
  }

  private command(node: Command, place: Place): void {
    const inner = { ...place, ...redirected(node.redirects, place) }
    const assignments = [...node.prefix, ...node.suffix].filter((part) => part.type === 'Assignment')
    const words = node.args.filter((arg) => arg.type === 'Word')
    const assigns = assignments.map(({ name, pos, value, append }) => ({
      name,
      offset: pos,
      value: value.type === 'Word' ? textOf(value) : undefined,
      append: append === true,
    }))
    // What a word captures is not the command's own output.
    for (const one of assignments) this.children(one, { ...place, into: one.name })
    for (const one of [...(node.name === undefined ? [] : [node.name]), ...words]) this.parts(one, place)
    for (const one of node.redirects) this.parts(one, place)
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

/** Without its directory; a name that only running tells is in braces. */
function nameOfProgram(program: ShellText | undefined): string {
  if (program === undefined) return ''
  return program.holes.length > 0 ? `\${${program.text}}` : (program.text.split('/').at(-1) ?? '')
}

function redirected(redirects: readonly Redirection[], place: Place): Pick<Place, 'out' | 'stdin'> {
  let { out, stdin } = place
  for (const one of redirects) {
    const descriptor = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : undefined
    if (one.type === 'HereDoc') stdin = { kind: 'text', text: bodyText(one.body), document: true, offset: one.pos }
    else if (one.type === 'HereString')
      stdin =
        one.target === undefined ? stdin : { kind: 'text', text: textOf(one.target), document: false, offset: one.pos }
    else {
      const target = one.target === undefined ? '' : textOf(one.target).text
      if (one.operator.startsWith('<')) stdin = isStdin(target) ? stdin : { kind: 'file' }
      else if (one.operator.startsWith('&') || (descriptor ?? 1) === 1) out = sinkOf(target, one.operator, place.out)
    }
  }
  return { out, stdin }
}

const isStdin = (target: string): boolean => target === '/dev/stdin' || target === '0' || target === '/dev/fd/0'

function sinkOf(target: string, operator: string, out: Place['out']): Place['out'] {
  if (target === '/dev/stderr' || (operator === '>&' && target === '2')) return 'stderr'
  return target === '/dev/stdout' || target === '1' ? out : 'elsewhere'
}
