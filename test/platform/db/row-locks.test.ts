import { expect, test } from 'vitest'
import { readStatements } from '../../support/statements.ts'

/** The locks that a statement names, in their order. */
const locksOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .match(
      /FOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED| NOWAIT)?|pg_\w*advisory\w*lock\w*/g,
    )

// On the embedded database, transactions never run at the same time, so its tests would not miss a lock.
test('the statements that lock rows or keys are these', async () => {
  const statements = await readStatements()
  const locking = statements.flatMap(({ name, text }) => {
    const locks = locksOf(text)
    return locks ? [`${name}: ${locks.join(', ')}`] : []
  })
  expect(locking.sort()).toMatchInlineSnapshot(`
    [
      "ai_end_expired: FOR UPDATE SKIP LOCKED",
      "ai_generation_end: FOR UPDATE",
      "api_key_lock: FOR UPDATE",
      "api_keys_lock_workspace: FOR NO KEY UPDATE",
      "assets_lock_workspace: pg_advisory_xact_lock",
      "blocks_move_lock: FOR NO KEY UPDATE",
      "blocks_remove_lock: FOR NO KEY UPDATE",
      "course_lock: FOR NO KEY UPDATE",
      "course_lock_by_blocks: FOR NO KEY UPDATE",
      "course_lock_by_courses: FOR NO KEY UPDATE",
      "course_lock_by_lessons: FOR NO KEY UPDATE",
      "course_lock_by_modules: FOR NO KEY UPDATE",
      "idempotency_lock: pg_try_advisory_xact_lock",
      "lessons_move_lock: FOR NO KEY UPDATE",
      "lessons_remove_lock: FOR NO KEY UPDATE",
      "modules_move_lock: FOR NO KEY UPDATE",
      "modules_remove_lock: FOR NO KEY UPDATE",
      "operator_workspace_names_lock: pg_advisory_xact_lock",
      "trash_entry_lock: FOR UPDATE",
    ]
  `)
})
