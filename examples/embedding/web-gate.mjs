// An endpoint with which a web agent runs hooks: the agent sends an event before each action, and another one with the result.
//   PORT=8787 TOKEN=secret node examples/embedding/web-gate.mjs
//   curl -H 'authorization: Bearer secret' -H 'content-type: application/json' 127.0.0.1:8787/events/beforeShellExecution \
//     -d '{"command":"git push","cwd":"/srv/app","sandbox":false,"conversation_id":"c1"}'
import { serve } from '@hono/node-server'
import { createHooks, HooklineError } from '@hookline/core/node'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { bodyLimit } from 'hono/body-limit'

const token = process.env.TOKEN
if (!token) throw new Error('Set TOKEN to a secret: any caller of this endpoint can read the decisions of your hooks.')

// `onAsk: 'host'`: the web agent can ask its user, so an ask is returned to the agent.
const hooks = await createHooks({ workspaceRoots: [process.cwd()], onAsk: 'host', log: {} })
const app = new Hono()
app.use(bearerAuth({ token }), bodyLimit({ maxSize: 1024 * 1024 }))

app.post('/events/:event', async (c) => {
  const input = await c.req.json().catch(() => undefined)
  try {
    const effect = await hooks.fire(c.req.param('event'), input)
    const { id, kind, userMessage, agentMessage, context, followUp, output } = effect
    const rewritten = effect.originalInput === undefined ? undefined : effect.input
    const answer = {
      id,
      kind,
      because: effect.because.message,
      userMessage,
      agentMessage,
      rewritten,
      context,
      followUp,
      output,
    }
    return c.json(answer, kind === 'refuse' ? 403 : 200)
  } catch (error) {
    // Wrong usage: an event or a field that does not exist. There is no decision, so the agent must not continue.
    const { code, message } = HooklineError.from(error)
    return c.json({ kind: 'refuse', code, message }, code === 'internal' ? 500 : 400)
  }
})

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 8787) }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
process.once('SIGTERM', () => server.close(() => void hooks.close()))
