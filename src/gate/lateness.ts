/** How often a process looks at its clock. */
export const beatMs = 50

/** How late the event loop is: so long may a request lie unread. */
export function makeLateness(now: () => number) {
  let beatAt = now()
  let before = 0
  let last = 0
  const lateBy = (at: number) => Math.max(0, at - beatAt - beatMs)
  return {
    /** To be called every `beatMs`, as well as the loop can. */
    beat(at: number): void {
      before = last
      last = lateBy(at)
      beatAt = at
    },
    /** One late beat is a long step of somebody's; two in a row are a queue. */
    ms: () => Math.max(Math.min(before, last), Math.min(last, lateBy(now()))),
  }
}
