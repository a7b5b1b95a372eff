import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the stand-in answers one request: with a text in OpenAI's form, or by its own hand. */
export type Behaviour = string | ((body: Asked, req: IncomingMessage, res: ServerResponse) => void | Promise<void>)
export type Asked = {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
  response_format: unknown
  [member: string]: unknown
}

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

/** A whole answer as Chat Completions gives it. */
export const completion = (text: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage,
})

/** One server-sent event of Chat Completions. */
export const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
export const counted = (told: object = usage) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [], usage: told })}\n\n`

export const beginStream = (res: ServerResponse) =>
  res.headersSent ? res : res.writeHead(200, { 'Content-Type': 'text/event-stream', 'x-request-id': 'req_stand_in' })

/** The same in pieces, the tokens last. */
export function sendPieces(res: ServerResponse, pieces: readonly string[]): void {
  beginStream(res)
  for (const content of pieces) res.write(chunk({ content }))
  res.write(chunk({}, 'stop'))
  res.write(counted())
  res.end('data: [DONE]\n\n')
}

/** What the Responses API tells of the same text. */
function sendResponse(res: ServerResponse, pieces: readonly string[]): void {
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  beginStream(res)
  res.write(event('response.created', { response: { id: 'resp_1', status: 'in_progress' } }))
  for (const delta of pieces) res.write(event('response.output_text.delta', { delta }))
  const told = { input_tokens: 100, output_tokens: 50, total_tokens: 150 }
  res.end(event('response.completed', { response: { id: 'resp_1', status: 'completed', usage: told } }))
}

export const cut = (text: string, size = 7) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []

/** Begins an answer and then says nothing; `closed` is called when the caller hangs up. */
export const beginsAndHangs =
  (text: string, closed: () => void = () => {}): Behaviour =>
  (_body, req, res) => {
    beginStream(res).write(chunk({ content: text }))
    req.socket.once('close', closed)
  }

/** Begins an answer and breaks off in the middle of it. */
export const breaksOff =
  (text: string): Behaviour =>
  (_body, _req, res) => {
    beginStream(res).write(chunk({ content: text }), () => setImmediate(() => res.destroy()))
  }

/** Refuses as OpenAI does. The message is one that must not be shown. */
export const refuses =
  (status: number, error: object = {}): Behaviour =>
  (_body, _req, res) => {
    const body = JSON.stringify({ error: { message: 'secret of the provider', ...error } })
    const headers = { 'Content-Type': 'application/json', 'x-request-id': 'req_stand_in', 'retry-after-ms': '1' }
    res.writeHead(status, headers).end(body)
  }

async function bodyOf(req: IncomingMessage): Promise<Asked> {
  let text = ''
  for await (const chunk of req) text += chunk
  return JSON.parse(text) as Asked
}

/** An HTTP server that speaks OpenAI's interfaces and behaves as it is told, request by request. */
export async function standInModel() {
  const asked: Asked[] = []
  const paths: string[] = []
  const queue: Behaviour[] = []
  let usual: Behaviour = '{}'
  const server = createServer(async (req, res) => {
    const body = await bodyOf(req)
    asked.push(body)
    paths.push(req.url ?? '')
    const behaviour = queue.shift() ?? usual
    if (typeof behaviour !== 'string') return behaviour(body, req, res)
    if (req.url === '/v1/responses') return sendResponse(res, cut(behaviour))
    if (body.stream) return sendPieces(res, cut(behaviour))
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(behaviour)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** What it was asked, and at which addresses, in order. */
    asked,
    paths,
    /** How it answers from now on; `once` are for the next requests, in order. */
    behave: (always: Behaviour, ...once: Behaviour[]) => {
      usual = always
      queue.splice(0, queue.length, ...once)
      asked.length = 0
      paths.length = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
