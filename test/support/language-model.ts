import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the fake model answers a request: with a text in OpenAI's format, or with its own handler. */
export type Behaviour =
  | string
  | ((body: ReceivedRequest, req: IncomingMessage, res: ServerResponse) => void | Promise<void>)
export type ReceivedRequest = {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
  response_format: unknown
  [member: string]: unknown
}

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

/** A complete answer of Chat Completions. */
export const completion = (text: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage,
})

/** A server-sent event of Chat Completions. */
export const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
export const usageChunk = (told: object = usage) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [], usage: told })}\n\n`

export const beginStream = (res: ServerResponse) =>
  res.headersSent ? res : res.writeHead(200, { 'Content-Type': 'text/event-stream', 'x-request-id': 'req_stand_in' })

/** Streams the pieces of an answer, and the token counts at the end. */
export function sendPieces(res: ServerResponse, pieces: readonly string[]): void {
  beginStream(res)
  for (const content of pieces) res.write(chunk({ content }))
  res.write(chunk({}, 'stop'))
  res.write(usageChunk())
  res.end('data: [DONE]\n\n')
}

/** A server-sent event of the Responses API. */
export const responsesEvent = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

/** Streams an answer of the Responses API. */
function sendResponse(res: ServerResponse, pieces: readonly string[]): void {
  beginStream(res)
  res.write(responsesEvent('response.created', { response: { id: 'resp_1', status: 'in_progress' } }))
  for (const delta of pieces) res.write(responsesEvent('response.output_text.delta', { delta }))
  const told = { input_tokens: 100, output_tokens: 50, total_tokens: 150 }
  res.end(responsesEvent('response.completed', { response: { id: 'resp_1', status: 'completed', usage: told } }))
}

export const splitText = (text: string, size = 7) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []

/** Starts an answer and then sends nothing. `closed` is called when the client disconnects. */
export const startsAndHangs =
  (text: string, closed: () => void = () => {}): Behaviour =>
  (_body, req, res) => {
    beginStream(res).write(chunk({ content: text }))
    req.socket.once('close', closed)
  }

/** Starts an answer and closes the connection. */
export const startsAndDisconnects =
  (text: string): Behaviour =>
  (_body, _req, res) => {
    beginStream(res).write(chunk({ content: text }), () => setImmediate(() => res.destroy()))
  }

/** Refuses like OpenAI. Clients must not see the message. */
export const refusesWith =
  (status: number, error: object = {}): Behaviour =>
  (_body, _req, res) => {
    const body = JSON.stringify({ error: { message: 'secret of the provider', ...error } })
    const headers = { 'Content-Type': 'application/json', 'x-request-id': 'req_stand_in', 'retry-after-ms': '1' }
    res.writeHead(status, headers).end(body)
  }

async function bodyOf(req: IncomingMessage): Promise<ReceivedRequest> {
  let text = ''
  for await (const chunk of req) text += chunk
  return JSON.parse(text) as ReceivedRequest
}

/** Starts an HTTP server with the APIs of OpenAI, whose behaviour tests control. */
export async function startFakeModel() {
  const requests: ReceivedRequest[] = []
  const paths: string[] = []
  const queue: Behaviour[] = []
  let usual: Behaviour = '{}'
  const server = createServer(async (req, res) => {
    const body = await bodyOf(req)
    requests.push(body)
    paths.push(req.url ?? '')
    const behaviour = queue.shift() ?? usual
    if (typeof behaviour !== 'string') return behaviour(body, req, res)
    if (req.url === '/v1/responses') return sendResponse(res, splitText(behaviour))
    if (body.stream) return sendPieces(res, splitText(behaviour))
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(behaviour)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests that were received, and their paths, in order. */
    requests,
    paths,
    /** Sets the usual behaviour. `once` applies to the next requests, in order. */
    behave: (always: Behaviour, ...once: Behaviour[]) => {
      usual = always
      queue.splice(0, queue.length, ...once)
      requests.length = 0
      paths.length = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
