import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { memoryMbOf } from '../../bench/process.ts'
import type { AttackResult } from './attack.ts'
import type { AttackedService } from './attacked-service.ts'
import type { VictimRead, VictimReaderOptions } from './victim-reader.ts'

const intervalMs = 100
/** A short attack is over before the victim has noticed much: the victim reads at least as often as this. */
const minReads = 100
const minServedShare = 0.97
const maxP95Ms = 300
const maxGrowthMb = 350

/** What one workspace noticed while another one attacked. */
export type VictimView = {
  reads: number
  servedShare: number
  p95Ms: number
  slowestMs: number
  /** Peak memory of the service, over its memory before the attack. */
  growthMb: number
}

/** Starts the victim in a thread of its own. `stop` resolves to all its reads. */
async function startVictim({ url, victimKey }: AttackedService) {
  const options: VictimReaderOptions = { url, key: victimKey, intervalMs }
  const worker = new Worker(new URL('victim-reader.ts', import.meta.url), { workerData: options })
  await once(worker, 'online')
  return async (): Promise<VictimRead[]> => {
    worker.postMessage('stop')
    const [reads] = await once(worker, 'message')
    await worker.terminate()
    return reads
  }
}

/** Reads a list every 100 ms while `attack` runs, and watches the service's memory. */
export async function observeVictim<Result>(
  service: AttackedService,
  attack: () => Promise<Result>,
): Promise<{ result: Result; view: VictimView }> {
  const stopVictim = await startVictim(service)
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMbOf(service.pid))
  }, intervalMs)
  let result: Result
  let answers: VictimRead[]
  try {
    const [attacked] = await Promise.all([attack(), wait(minReads * intervalMs)])
    result = attacked
  } finally {
    clearInterval(watch)
    answers = await stopVictim()
  }
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const view = {
    reads: answers.length,
    servedShare: answers.filter(({ status }) => status === 200).length / answers.length,
    p95Ms: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
    slowestMs: Math.round(times.at(-1) ?? 0),
    growthMb: peakMb - service.restMb,
  }
  return { result, view }
}

/** The result of an attack that other workspaces must not notice. `isExpected` judges what the attacker got. */
export function resultForVictim(attack: string, view: VictimView, attacker: string, isExpected: boolean): AttackResult {
  const { reads, servedShare, p95Ms, slowestMs, growthMb } = view
  return {
    attack,
    expected: 'victim: 97 % answered, p95 < 300 ms; memory ≤ 350 MB over rest',
    seen: `victim: ${(100 * servedShare).toFixed(1)} % of ${reads}, p95 ${p95Ms} ms, slowest ${slowestMs} ms; memory +${growthMb} MB; attacker: ${attacker}`,
    ok: servedShare >= minServedShare && p95Ms < maxP95Ms && growthMb <= maxGrowthMb && isExpected,
  }
}
