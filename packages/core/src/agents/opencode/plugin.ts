/** The plugin with which OpenCode calls Hookline. OpenCode runs no commands as hooks, so the plugin pipes its events to them. */
import type { AgentCall, WholeFile, WrittenCall } from '../agent.ts'

const START = 'const calls = '

export function pluginFile(calls: readonly AgentCall[]): WholeFile {
  const written = Object.fromEntries(
    calls.map(({ event, command, refusal }) => [event, { command, ...(refusal === undefined ? {} : { refusal }) }]),
  )
  return { text: `${head}${START}${JSON.stringify(written, null, 2)}\n${body}` }
}

/** The calls in such a plugin. */
export function readCalls(text: string): readonly WrittenCall[] {
  const from = text.indexOf(START)
  const to = text.indexOf('\n}\n', from)
  if (from === -1) return []
  try {
    const end = to === -1 ? text.indexOf('\n', from) : to + 2
    // True: the plugin has this form, or the text is not JSON.
    const calls = JSON.parse(text.slice(from + START.length, end)) as Record<string, { readonly command?: unknown }>
    return Object.entries(calls).map(([event, { command }]) => ({ event, command: String(command) }))
  } catch {
    return []
  }
}

const head = `// Calls Hookline at the events of OpenCode. Written by \`hookline connect opencode\`, and removed by \`hookline disconnect opencode\`.
import { spawn } from 'node:child_process'

`

const body = `
const parents = new Map()
const starts = new Map()
const models = new Map()
const rootOf = (id) => (parents.has(id) ? rootOf(parents.get(id)) : id)

/** The reply of Hookline, or an error if there is none. */
const run = (command, payload) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, cwd: payload.cwd, stdio: ['pipe', 'pipe', 'inherit'] })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(payload))
    child.on('error', reject)
    child.on('close', (code) => {
      try {
        resolve(JSON.parse(stdout.trim() || (code === 0 ? '{}' : '')))
      } catch {
        reject(new Error('no reply, exit code ' + code))
      }
    })
  })

export const Hookline = async ({ client, directory }) => {
  /** For the person alone: what a gate throws, the model reads. Nothing waits for it, and its failure changes nothing. */
  const show = (message) => {
    try {
      const shown = client.tui.showToast({ body: { title: 'Hookline', message, variant: 'warning', duration: 60000 } })
      Promise.resolve(shown).catch(() => {})
    } catch {}
  }
  const ask = async (event, sessionID, fields) => {
    const call = calls[event]
    if (call === undefined) return {}
    const agent = parents.has(sessionID) ? { agent_id: sessionID } : {}
    const payload = { agent: 'opencode', hook_event_name: event, session_id: rootOf(sessionID), cwd: directory, ...agent, ...fields }
    try {
      const reply = await run(call.command, payload)
      if (reply.notice !== undefined) show(reply.notice)
      return reply
    } catch (error) {
      if (call.refusal === undefined) return {}
      return { deny: call.refusal }
    }
  }
  /** The next prompt of the turn, for the same model. \`opencode run\` has ended by then. */
  const goOn = async (id, text) => {
    try {
      await client.session.promptAsync({ path: { id }, body: { ...models.get(id), parts: [{ type: 'text', text }] } })
    } catch {}
  }
  const gate = async (event, sessionID, fields) => {
    await starts.get(rootOf(sessionID))
    const reply = await ask(event, sessionID, fields)
    if (reply.deny !== undefined) throw new Error(reply.deny)
    return reply
  }
  return {
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created' && properties.info?.parentID) parents.set(properties.info.id, properties.info.parentID)
      else if (type === 'session.created') {
        const start = ask(type, properties.info.id, { source: 'startup' })
        starts.set(properties.info.id, start)
        await start
      } else if ((type === 'session.idle' || type === 'session.deleted') && !parents.has(properties.sessionID ?? properties.info?.id)) {
        const id = properties.sessionID ?? properties.info?.id
        const { followup } = await ask(type, id, {})
        if (type === 'session.idle' && followup !== undefined) await goOn(id, followup)
      }
    },
    'chat.message': async ({ sessionID, model, agent }, { parts }) => {
      if (parents.has(sessionID)) return
      models.set(sessionID, { model, agent })
      const texts = parts.filter((part) => part.type === 'text')
      const prompt = texts.map((part) => part.text).join('\\n')
      const started = await starts.get(sessionID)
      const { context } = await gate('chat.message', sessionID, { prompt, model: model?.modelID })
      const all = [started?.context, context].filter((text) => text !== undefined)
      if (started !== undefined) starts.set(sessionID, {})
      if (all.length > 0 && texts.length > 0)
        parts.push({ ...texts[0], id: texts[0].id + 'h', text: all.join('\\n\\n'), synthetic: true })
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const { args } = await gate('tool.execute.before', sessionID, { tool_name: tool, tool_input: output.args, tool_use_id: callID })
      if (args === undefined) return
      // OpenCode keeps the object itself, so its fields are replaced.
      for (const key of Object.keys(output.args)) if (!(key in args)) delete output.args[key]
      Object.assign(output.args, args)
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const { output: text, context } = await gate('tool.execute.after', sessionID, { tool_name: tool, tool_input: args, tool_use_id: callID, tool_response: output })
      if (text === undefined && context === undefined) return
      const content = Array.isArray(output?.content) ? output.content : undefined
      const add = context === undefined ? '' : '\\n\\n' + context
      if (content === undefined) output.output = (text ?? output.output ?? '') + add
      else output.content = [...(text === undefined ? content : [{ type: 'text', text }]), ...(add === '' ? [] : [{ type: 'text', text: context }])]
    },
    'experimental.session.compacting': async ({ sessionID }) => {
      await ask('experimental.session.compacting', sessionID, { trigger: 'auto' })
    },
  }
}
`
