import { beatMs, makeLateness } from './lateness.ts'

/** After so many looks at the clock a request in hand counts as old, after as many again not at all. */
const beatsOfYouth = 20

/**
 * Refusals in one turn of the event loop, and for each millisecond of it: about half of its time. The database's answers
 * are read once a turn: were all of a flood turned away between two of them, those who were let in would starve.
 */
const refusalsPerTurn = 16
const refusalsPerMs = 10

/** Of the time in line: with what the work may take on top, an answer comes within twice the bound. */
const slow = 0.6

type Parts = {
  /** The age from which on requests are turned away; 0: never, and none has to wait. */
  boundMs: number
  /** As many requests are worked on at once: `most`, `least` while they take long, a `few` while the event loop is late. */
  most: number
  least: number
  few: number
  /** How long the first in line for a database connection has been waiting. */
  oldestWaitMs(): number
  now?: () => number
}

/** To be called once a request is answered. */
type Leave = () => void
type Decide = (leave: Leave | undefined) => void

const unbounded: Leave = () => {}

/** Lets requests in, in their order; turns away who would wait too long. */
export type Queue = ReturnType<typeof makeQueue>

/**
 * Requests wait in three places, and the oldest of all counts: here, while enough others are worked on; at the pool, for a
 * connection; and unread, while the event loop is busy.
 */
export function makeQueue({ boundMs, most, least, few, oldestWaitMs, now = () => performance.now() }: Parts) {
  const line: { since: number; decide: Decide }[] = []
  const refused: Decide[] = []
  // What is not answered for so long that it is forgotten waits for a model or a client, and keeps nobody else out.
  let young = { inHand: 0 }
  let old = { inHand: 0 }
  let room = most
  let turnAt = 0
  let beats = 0
  const lateness = makeLateness(now)

  const inHand = () => young.inHand + old.inHand

  function take(): Leave {
    const mine = young
    const since = now()
    mine.inHand++
    return () => {
      mine.inHand--
      const at = now()
      if (mine === young || mine === old) adapt(at - since)
      if (line.length > 0) admit(at)
    }
  }

  /** Less room as soon as answers take long, more by and by. */
  function adapt(tookMs: number): void {
    room = tookMs > boundMs * slow ? Math.max(least, room * 0.98) : Math.min(most, room + 0.05)
  }

  function refuse(decide: Decide): void {
    if (refused.push(decide) > 1) return
    turnAt = now()
    setImmediate(refuseSome)
  }

  function refuseSome(): void {
    const at = now()
    const count = Math.max(refusalsPerTurn, refusalsPerMs * (at - turnAt))
    turnAt = at
    for (const decide of refused.splice(0, count)) decide(undefined)
    if (refused.length > 0) setImmediate(refuseSome)
  }

  /** Who has waited too long goes, and of the others come in as many as there is room for. */
  function admit(at: number): void {
    for (let first = line[0]; first; first = line[0]) {
      const tooLate = at - first.since > boundMs
      if (!tooLate && inHand() >= room) return
      line.shift()
      if (tooLate) refuse(first.decide)
      else first.decide(take())
    }
  }

  /** Looks at the clock, and forgets what has taken too long. */
  function beat(): void {
    const at = now()
    lateness.beat(at)
    if (++beats % beatsOfYouth === 0) {
      old = young
      young = { inHand: 0 }
    }
    admit(at)
  }

  const timer = boundMs > 0 ? setInterval(beat, beatMs).unref() : undefined
  return {
    /** A request comes in: at once, in its turn, or (undefined) not at all. */
    enter(): Leave | Promise<Leave | undefined> {
      if (boundMs === 0) return unbounded
      // Refusals make the loop late as well: those few keep its work going under a flood.
      if (oldestWaitMs() > boundMs || (inHand() >= few && lateness.ms() > boundMs)) return new Promise(refuse)
      if (inHand() < room) return take()
      return new Promise((decide) => line.push({ since: now(), decide }))
    },
    /** The age of the oldest request that waits. */
    ageMs(): number {
      const [first] = line
      return Math.max(first ? now() - first.since : 0, lateness.ms(), oldestWaitMs())
    },
    beat,
    stop: () => clearInterval(timer),
  }
}
