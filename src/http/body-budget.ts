import type { EndReservation } from '../platform/limits/tenant-limiter.ts'
import type { Exchange } from './exchange.ts'
import { onResponseSentOrAborted } from './on-finished.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/** The maximum size of a small request body, in bytes. Small and large bodies have separate memory limits. */
export const smallBodyBytes = 65_536

/**
 * If a request does not declare the length of its body, memory is reserved in steps of this many bytes. A small body
 * does not use these steps.
 */
const stepBytes = 262_144

const findBodyLimiter = ({ caller, resourceLimits }: Exchange, bytes: number) => {
  if (caller.kind === 'anonymous') return resourceLimits.anonymousBodies
  return bytes > smallBodyBytes ? resourceLimits.largeBodies : resourceLimits.smallBodies
}

/** Returns how many bytes of memory to reserve after `bytes` bytes of a request body have arrived. */
const roundUpToStep = (bytes: number) =>
  bytes <= smallBodyBytes ? smallBodyBytes : Math.ceil(bytes / stepBytes) * stepBytes

/**
 * Reserves memory for a request body until the response ends. If the length is not declared, the reservation grows as
 * the body arrives.
 * @throws ApiError 429 or 503 if the request bodies of the caller or of all callers use too much memory
 */
export function reserveRequestBodyMemory(exchange: Exchange) {
  const { req } = exchange
  // A small body that has already arrived needs no reservation.
  const hasArrived = req.complete && req.readableLength <= smallBodyBytes
  const reservations: EndReservation[] = []
  let reserved = 0

  function release(): void {
    for (const one of reservations.splice(0)) one()
    reserved = 0
  }

  function reserve(bytes: number): void {
    // If the body has grown beyond `smallBodyBytes`, a reservation for large bodies replaces the one for small bodies.
    if (bytes > smallBodyBytes && reserved <= smallBodyBytes) release()
    reservations.push(findBodyLimiter(exchange, bytes).acquireNow(getTenantIdForLimits(exchange), bytes - reserved))
    reserved = bytes
  }

  if (!hasArrived) {
    onResponseSentOrAborted(exchange, release)
    const declared = Number(req.headers['content-length'] ?? 0)
    if (declared > 0) reserve(declared)
  }
  return {
    /** Reserves more memory after `bytes` bytes of the body have arrived. */
    growTo(bytes: number): void {
      if (!hasArrived && bytes > reserved) reserve(roundUpToStep(bytes))
    },
    release,
  }
}

/**
 * Reserves one step of memory to receive and drop the rest of a body whose request is already answered. Returns
 * undefined if the small bodies of the caller or of all callers use too much memory.
 */
export const tryReserveDroppedBodyMemory = (exchange: Exchange): EndReservation | undefined =>
  findBodyLimiter(exchange, smallBodyBytes).tryAcquire(getTenantIdForLimits(exchange), stepBytes)
