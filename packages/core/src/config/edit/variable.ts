/** Sets or removes one variable in the `env` of an agent's settings, and leaves the rest unchanged. */
import { isObject } from '../../schema.ts'
import { withMembers } from './packs.ts'
import { block, type EditedFile, fault, memberOf, type ParsedFile, positionOf, verifyEdit } from './parsed.ts'
import { append, removeMember } from './text.ts'

/** Without a value the variable is removed, and `env` with its last one. */
export function withVariable(
  text: string,
  { root, value, layout }: ParsedFile,
  name: string,
  wanted: string | undefined,
): EditedFile {
  const { env = {}, ...others } = value
  const node = memberOf(root, 'env')
  if (!isObject(env))
    return fault(positionOf(text, node?.offset ?? 0), '`env` is not an object', 'Write "env": { "<NAME>": "<value>" }.')
  if (env[name] === wanted) return { kind: 'text', text }
  if (wanted !== undefined) {
    const want = { ...value, env: { ...env, [name]: wanted } }
    if (node !== undefined) return verifyEdit(withMembers(text, node, { [name]: wanted }, layout, 1), want)
    const member = `${JSON.stringify(name)}: ${JSON.stringify(wanted)}`
    return verifyEdit(append(text, root, 0, `"env": ${block('{', member, '}', 1, layout)}`, layout), want)
  }
  const { [name]: _, ...rest } = env
  const indexIn = (key: string, of = root) =>
    of.children?.findIndex((property) => property.children?.[0]?.value === key) ?? -1
  return Object.keys(rest).length === 0 || node === undefined
    ? verifyEdit(removeMember(text, root, indexIn('env')), others)
    : verifyEdit(removeMember(text, node, indexIn(name, node)), { ...others, env: rest })
}
