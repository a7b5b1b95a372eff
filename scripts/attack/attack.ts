/** One attack: what must hold, what happened, and whether that is enough. */
export type AttackResult = { attack: string; expected: string; seen: string; ok: boolean }

/** Runs one group of attacks. Starts what it needs, and stops and deletes it afterwards. */
export type Attack = () => Promise<AttackResult[]>

/** The result of an attack that this machine cannot run. */
export const notRun = (attack: string, reason: string): AttackResult => ({
  attack,
  expected: 'the service goes on',
  seen: `not run: ${reason}`,
  ok: true,
})

/** Counts equal values: `3 × 200, 1 × 429`. */
export function countEach(values: readonly (string | number)[]): string {
  const groups = Map.groupBy(values, String)
  return [...groups].map(([value, all]) => `${all.length} × ${value}`).join(', ') || 'none'
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
