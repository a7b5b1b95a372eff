import { setTimeout as wait } from 'node:timers/promises'
import { type AttackResult, seconds } from './attack.ts'
import { startAttackedService } from './attacked-service.ts'
import { openSilentSockets } from './requests.ts'
import { observeVictim, resultForVictim } from './victim.ts'

const sockets = 500
/** A request's headers may take 15 s, and connections are checked every 5 s. */
const maxOpenMs = 22_000

/** Slowloris: connections that send a byte of a header each second. */
export async function attackWithSlowHeaders(): Promise<AttackResult[]> {
  const service = await startAttackedService()
  try {
    const { result: longestMs, view } = await observeVictim(service, async () => {
      const startedAt = performance.now()
      const open = new Set(await openSilentSockets(service, sockets, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '))
      for (const socket of open) socket.resume().once('close', () => open.delete(socket))
      while (open.size > 0 && performance.now() - startedAt < maxOpenMs + 5000) {
        for (const socket of open) socket.write('x')
        await wait(1000)
      }
      for (const socket of open) socket.destroy()
      return open.size > 0 ? Number.POSITIVE_INFINITY : performance.now() - startedAt
    })
    const attacker = Number.isFinite(longestMs) ? `all closed after ${seconds(longestMs)}` : 'some were never closed'
    return [resultForVictim(`${sockets} connections with slow headers`, view, attacker, longestMs <= maxOpenMs)]
  } finally {
    await service.stop()
  }
}
