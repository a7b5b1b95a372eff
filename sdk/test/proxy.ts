import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Answers a request in place of the service at `serviceUrl`. */
export type Handler = (req: IncomingMessage, res: ServerResponse, serviceUrl: string) => void

/** Sends a request to the service, and hands its response to `answer`. */
export function sendOn(req: IncomingMessage, serviceUrl: string, answer: (answer: IncomingMessage) => void): void {
  const { method, headers } = req
  req.pipe(send(serviceUrl + req.url, { method, headers }, answer).on('error', () => {}))
}

const forward: Handler = (req, res, serviceUrl) =>
  sendOn(req, serviceUrl, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(res.once('close', () => answer.destroy()))
  })

/** Refuses a request without passing it on. */
export const refuse =
  (status: number, headers: Record<string, string> = { 'Retry-After': '0' }): Handler =>
  (req, res) => {
    req.resume()
    res.writeHead(status, headers).end()
  }

/** Passes a request on, and answers with a status of its own before the service does. */
export const giveUp =
  (status: number): Handler =>
  (req, res, serviceUrl) => {
    sendOn(req, serviceUrl, (answer) => answer.resume())
    req.once('end', () => res.writeHead(status).end())
  }

/** Closes the connection when a request begins. */
export const disconnect: Handler = (req) => void req.socket.destroy()

/** Passes a request on, and closes the connection when the response is complete. */
export const loseResponse: Handler = (req, res, serviceUrl) =>
  sendOn(req, serviceUrl, (answer) => void answer.resume().once('end', () => res.destroy()))

/** Passes a request on, and closes the connection in the middle of the response. */
export const breakResponse: Handler = (req, res, serviceUrl) =>
  sendOn(req, serviceUrl, (answer) => {
    answer.resume()
    res.writeHead(answer.statusCode!, answer.headers)
    res.write('{"data"', () => res.destroy())
  })

/** Answers nothing. */
export const stall: Handler = (req) => void req.resume()

/** Starts a server in front of the service. The handlers answer the first requests; the service answers the others. */
export async function startProxy(serviceUrl: string, ...handlers: Handler[]) {
  /** The `Idempotency-Key` of each request. */
  const keys: (string | string[] | undefined)[] = []
  const server = createServer((req, res) => {
    keys.push(req.headers['idempotency-key'])
    const handle = handlers.shift() ?? forward
    handle(req, res, serviceUrl)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}
