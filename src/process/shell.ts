import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { ApiError, OperatorError } from '../errors.ts'
import type { Command, Told } from '../key/shell.ts'

/** Where a service that holds an embedded database listens for its operator: a socket in the folder, or a pipe. */
function placeOf(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'shell.sock')
  return `\\\\.\\pipe\\coursewright-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`
}

/** The sentence for an operator in an error; undefined for an accident. */
export const sentenceOf = (error: unknown) =>
  error instanceof OperatorError || error instanceof ApiError ? error.message : undefined

/**
 * Lets the shell's commands work on the embedded database of the running service, which no second process can open. Who
 * may write the folder may ask. The folder is held by this process, so a socket that is there was left by one that died.
 */
export async function openShell(
  dataDir: string,
  obey: (command: Command) => Promise<Told>,
  log: Logger,
): Promise<Server> {
  const place = placeOf(dataDir)
  const server = createServer(async (req, res) => {
    try {
      const told = await obey((await json(req)) as Command)
      res.end(JSON.stringify(told))
    } catch (error) {
      const sentence = sentenceOf(error)
      if (sentence === undefined) log.error({ err: error }, 'accident')
      res.writeHead(400).end(sentence ?? 'Something went wrong; the log of the service tells what.')
    }
  })
  if (process.platform !== 'win32') await rm(place, { force: true })
  return new Promise((done) => {
    server.once('error', (error) => {
      log.warn({ error: error.message }, 'commands from the shell cannot reach this service while it runs')
      done(server)
    })
    server.listen(place, () => {
      if (process.platform === 'win32') return done(server)
      chmod(place, 0o600).finally(() => done(server))
    })
  })
}

/**
 * Has the service that holds `dataDir` do it.
 * @throws OperatorError with its sentence, or where it cannot be reached
 */
export function askShell(dataDir: string, command: Command): Promise<Told> {
  return new Promise((done, fail) => {
    const req = request({ socketPath: placeOf(dataDir), method: 'POST' }, (res) => {
      if (res.statusCode === 200) return json(res).then((told) => done(told as Told), fail)
      text(res).then((sentence) => fail(new OperatorError(sentence)), fail)
    })
    req.once('error', (error) => {
      const what = `The service that uses ${resolve(dataDir)} does not answer (${error.message}): stop it, or try again.`
      fail(new OperatorError(what, { cause: error }))
    })
    req.end(JSON.stringify(command))
  })
}
