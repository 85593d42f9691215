/** Parses a kubectl command: its verb, operands and options. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

export interface KubeCall {
  readonly verb: string
  /** The words after the verb, without options. */
  readonly operands: readonly ShellWord[]
  readonly options: readonly Option[]
  readonly command: ShellCommand
}
interface Option {
  /** The long form: `--filename` for `-f`. */
  readonly name: string
  /** Undefined for an option without a value. */
  readonly value?: ShellWord
}

const own = new Set(['kubectl', 'kubecolor', 'oc', 'k'])
const carrying = new Set(['k3s', 'microk8s', 'minikube'])
const long: Readonly<Record<string, string>> = {
  '-f': '--filename',
  '-k': '--kustomize',
  '-n': '--namespace',
  '-R': '--recursive',
  '-A': '--all-namespaces',
  '-p': '--patch',
  '-l': '--selector',
  '-o': '--output',
  '-c': '--container',
  '-s': '--server',
  '-v': '--v',
}
const valued = new Set(
  `--filename --kustomize --namespace --patch --patch-file --selector --output --container --server --context --cluster --kubeconfig --user
   --as --as-group --token --type --image --overrides --field-manager --timeout --replicas --from-file --from-literal --certificate-authority
   --v --vmodule --profile --cache-dir --client-certificate --client-key --tls-server-name --log-file --log-dir --as-uid --password --username
   --request-timeout --subresource --template --field-selector --grace-period`.split(/\s+/),
)

export function kubeCall(command: ShellCommand): KubeCall | undefined {
  const words = command.words.slice(1)
  if (carrying.has(command.name)) {
    const at = words.findIndex(({ text }) => text === 'kubectl')
    return at === -1 ? undefined : taken(words.slice(at + 1), command)
  }
  return own.has(command.name) ? taken(words, command) : undefined
}

function taken(words: readonly ShellWord[], command: ShellCommand): KubeCall {
  const operands: ShellWord[] = []
  const options: Option[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined || word.text === '--') continue
    // In `-Rf x` letters without a value come before one that takes a value.
    const lone = /^-[RAwith]+(?=[a-zA-Z])/.exec(word.text)?.[0] ?? ''
    for (const letter of lone.slice(1)) options.push({ name: long[`-${letter}`] ?? `-${letter}` })
    const option = optionOf(lone === '' ? word : { ...word, text: `-${word.text.slice(lone.length)}` })
    if (option === undefined) operands.push(word)
    else if (option.value === undefined && valued.has(option.name)) {
      const value = words[++at]
      options.push(value === undefined ? option : { ...option, value })
    } else options.push(option)
  }
  return { verb: operands[0]?.text ?? '', operands: operands.slice(1), options, command }
}

/** Parses `--name=value`, `-f=value`, `-fvalue`, `--name` and `-f`. */
function optionOf(word: ShellWord): Option | undefined {
  const found = /^(--[\w-]+|-[A-Za-z])(?:=(.*)|(.+))?$/s.exec(word.text)
  if (found === null || word.text === '-') return undefined
  const [, head = '', assigned, joined] = found
  const value = assigned ?? joined
  const name = long[head] ?? head
  return value === undefined ? { name } : { name, value: { ...word, text: value } }
}

export const valuesOf = ({ options }: KubeCall, name: string): readonly ShellWord[] =>
  options.flatMap((one) => (one.name === name && one.value !== undefined ? [one.value] : []))
export const has = ({ options }: KubeCall, name: string): boolean =>
  options.some((one) => one.name === name && one.value?.text !== 'false')
