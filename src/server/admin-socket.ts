import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { type KeyCommand, type KeyCommandResult, parseKeyCommandJson } from '../keys/key-command.ts'
import { ApiError, OperatorError } from '../platform/errors.ts'

/** Returns the path of the admin socket: a Unix socket in the data folder, or a named pipe on Windows. */
function socketPath(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'shell.sock')
  return `\\\\.\\pipe\\coursewright-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`
}

const timeouts = { headersTimeout: 5000, requestTimeout: 5000 }
const maxCommandBytes = 10_000
const replyTimeoutMs = 30_000

async function readCommandText(req: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of req.setEncoding('utf8')) {
    body += chunk
    if (body.length > maxCommandBytes) throw new OperatorError('The command is too long.')
  }
  return body
}

/** Returns the message of an error whose text is written for people. Returns undefined for an unexpected error. */
export const getErrorMessageForOperator = (error: unknown) =>
  error instanceof OperatorError || error instanceof ApiError ? error.message : undefined

/**
 * Opens the admin socket. The service runs the commands of `npm run key` itself, because only one process can open an
 * embedded database.
 */
export async function openAdminSocket(
  dataDir: string,
  run: (command: KeyCommand) => Promise<KeyCommandResult>,
  log: Logger,
): Promise<Server> {
  const path = socketPath(dataDir)
  const server = createServer(timeouts, async (req, res) => {
    try {
      const result = await run(parseKeyCommandJson(await readCommandText(req)))
      res.end(JSON.stringify(result))
    } catch (error) {
      const sentence = getErrorMessageForOperator(error)
      if (sentence === undefined) log.error({ err: error }, 'an admin command failed unexpectedly')
      res.writeHead(400).end(sentence ?? 'Something went wrong. See the log of the service.')
    }
  })
  // Removes the socket file of a process that died.
  if (process.platform !== 'win32') await rm(path, { force: true })
  return new Promise((done) => {
    server.once('error', (error) => {
      log.warn({ error: error.message }, 'the admin socket could not be opened: stop the service to run commands')
      done(server)
    })
    // The umask is set before the socket file is created, so other users can never access the file.
    const mask = process.umask(0o177)
    server.listen(path, () => done(server))
    process.umask(mask)
  })
}

/**
 * Sends a command of `npm run key` to the running service that uses the folder `dataDir`.
 * @throws OperatorError if the service reports an error or does not answer
 */
export function sendAdminCommand(dataDir: string, command: KeyCommand): Promise<KeyCommandResult> {
  return new Promise((done, fail) => {
    const req = request({ socketPath: socketPath(dataDir), method: 'POST', timeout: replyTimeoutMs }, (res) => {
      if (res.statusCode === 200) return json(res).then((result) => done(result as KeyCommandResult), fail)
      text(res).then((sentence) => fail(new OperatorError(sentence)), fail)
    })
    req.once('error', (error) => {
      const what = `The service that uses ${resolve(dataDir)} does not answer (${error.message}). Stop it, or try again.`
      fail(new OperatorError(what, { cause: error }))
    })
    req.once('timeout', () => void req.destroy(new Error(`no answer for ${replyTimeoutMs / 1000} s`)))
    req.end(JSON.stringify(command))
  })
}
