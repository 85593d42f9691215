/** `/export/<team>/decisions.csv?…`: sends decisions as a file, page by page. The query has the names of the dashboard's addresses. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { exportDecisions, exportFormats } from '../reports/explorer/export.ts'
import type { FilterText } from '../reports/explorer/filter.ts'
import { authorize } from '../rpc/admin/require-role.ts'
import { rights } from '../rpc/admin/rights.ts'
import { shorten } from '../shorten.ts'
import { type DirectHandler, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'
import { sendError } from './send-error.ts'

const prefix = '/export/'
const exportPath = /^\/export\/(hl_[a-z2-7]{16})\/decisions\.(csv|jsonl)$/

export const createExportHandler =
  (context: Context): DirectHandler =>
  (request, response) => {
    if (!pathOf(request).startsWith(prefix)) return false
    sendExport(context, request, response).catch((thrown: unknown) => sendError(context, response, thrown, 'export'))
    return true
  }

async function sendExport(context: Context, request: NodeRequest, response: NodeResponse): Promise<void> {
  const [, team = '', extension = ''] = exportPath.exec(pathOf(request)) ?? []
  const format = exportFormats[extension]
  if (request.method !== 'GET' || format === undefined) throw notFound()
  await authorize(context, toHeaders(request), team, rights.listDecisions)
  const chunks = exportDecisions(context, team, readQuery(request), format)
  // The first page shows whether the filter is valid, while the response can still be an error.
  const first = [await chunks.next(), await chunks.next()].map(({ value }) => String(value ?? '')).join('')
  const name = `decisions-${new Date(context.now()).toISOString().slice(0, 10)}.${extension}`
  response.writeHead(200, { 'content-type': format.type, 'content-disposition': `attachment; filename="${name}"` })
  // The pipeline waits for a slow reader, so that pages do not pile up in memory, and ends when the reader disconnects.
  await pipeline(Readable.from(concat(first, chunks)), response)
}

async function* concat(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== '') yield first
  for await (const chunk of rest) if (chunk !== '') yield chunk
}

const toHeaders = ({ headers }: NodeRequest): Headers =>
  new Headers(
    ['authorization', 'cookie'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** By their names in an address. */
const filterNames: Readonly<Record<string, keyof FilterText>> = {
  ...{ device: 'deviceId', agent: 'agent', event: 'event', hook: 'hookId', rule: 'rule' },
  ...{ decision: 'decision', result: 'result', from: 'from', to: 'to' },
}
const maxLength = 500

/** Whatever would not limit the file is refused, so that a wrong address does not export more than it says. */
function readQuery({ url = '' }: NodeRequest): Partial<FilterText> {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  const filter: Partial<Record<keyof FilterText, string>> = {}
  for (const [name, value] of query) {
    const key = Object.hasOwn(filterNames, name) ? filterNames[name] : undefined
    if (key === undefined)
      throw new Refusal(
        'invalid',
        `an export has no filter ${JSON.stringify(shorten(name, 50))}. Use ${Object.keys(filterNames).join(', ')}`,
      )
    if (filter[key] !== undefined) throw new Refusal('invalid', `${name} occurs twice`)
    if (value.length > maxLength || value.includes('\0'))
      throw new Refusal('invalid', `${name} must have at most ${maxLength} characters and no NUL character`)
    filter[key] = value
  }
  return filter
}
