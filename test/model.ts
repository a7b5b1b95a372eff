import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the stand-in answers one request: with a text in OpenAI's form, or by its own hand. */
export type Behaviour = string | ((body: Asked, req: IncomingMessage, res: ServerResponse) => void | Promise<void>)
export type Asked = {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
  response_format: unknown
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

/** The same in pieces, the tokens last. */
export function sendPieces(res: ServerResponse, pieces: readonly string[]): void {
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [{ index: 0, delta }], ...more })}\n\n`
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const content of pieces) res.write(chunk({ content }))
  res.write(
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [], usage })}\n\n`,
  )
  res.end('data: [DONE]\n\n')
}

export const cut = (text: string, size = 7) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []

async function bodyOf(req: IncomingMessage): Promise<Asked> {
  let text = ''
  for await (const chunk of req) text += chunk
  return JSON.parse(text) as Asked
}

/** An HTTP server that speaks OpenAI's Chat Completions and behaves as it is told, request by request. */
export async function standInModel() {
  const asked: Asked[] = []
  const queue: Behaviour[] = []
  let usual: Behaviour = '{}'
  const server = createServer(async (req, res) => {
    const body = await bodyOf(req)
    asked.push(body)
    const behaviour = queue.shift() ?? usual
    if (typeof behaviour !== 'string') return behaviour(body, req, res)
    if (body.stream) return sendPieces(res, cut(behaviour))
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(behaviour)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** What it was asked, in order. */
    asked,
    /** How it answers from now on; `once` are for the next requests, in order. */
    behave: (always: Behaviour, ...once: Behaviour[]) => {
      usual = always
      queue.splice(0, queue.length, ...once)
      asked.length = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
