import { loadavg } from 'node:os'
import type { Attack, AttackResult } from './attack.ts'
import { attackDatabase } from './database.ts'
import { attackWithDocuments } from './documents.ts'
import { attackWithHeavyRequests } from './heavy-requests.ts'
import { attackWithHostileCourses } from './hostile-courses.ts'
import { attackMigrations } from './migrations.ts'
import { attackRedis } from './redis.ts'
import { attackAsSlowClient } from './slow-clients.ts'
import { attackWithSlowHeaders } from './slow-headers.ts'
import { attackWithSlowInputs } from './slow-inputs.ts'

const attacks: Record<string, Attack> = {
  documents: attackWithDocuments,
  'heavy-requests': attackWithHeavyRequests,
  'hostile-courses': attackWithHostileCourses,
  'slow-clients': attackAsSlowClient,
  'slow-headers': attackWithSlowHeaders,
  'slow-inputs': attackWithSlowInputs,
  migrations: attackMigrations,
  database: attackDatabase,
  redis: attackRedis,
}

const writeRow = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)

/** Runs a group of attacks. A group that cannot even start or end is one failed attack. */
async function runAttack(name: string): Promise<AttackResult[]> {
  return attacks[name]!().catch((error: Error) => {
    console.error(error)
    const seen = `${error.name}: ${error.message.split('\n')[0]}`
    return [{ attack: name, expected: 'the attack runs', seen, ok: false }]
  })
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(attacks, name))
  if (unknown.length > 0) {
    console.error(`There is no attack ${unknown.join(', ')}. The attacks are: ${Object.keys(attacks).join(', ')}.`)
    process.exitCode = 2
    return
  }
  // The victim's times say little on a machine that is busy with something else.
  console.log(`Load average before: ${loadavg()[0]!.toFixed(2)}\n`)
  writeRow(['attack', 'expected', 'seen', 'ok'])
  writeRow(['---', '---', '---', '---'])
  for (const name of names.length > 0 ? names : Object.keys(attacks))
    for (const { attack, expected, seen, ok } of await runAttack(name)) {
      writeRow([attack, expected, seen, ok ? 'yes' : '**no**'])
      if (!ok) process.exitCode = 1
    }
}

await main(process.argv.slice(2))
