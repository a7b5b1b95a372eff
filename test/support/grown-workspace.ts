import type { Database } from '../../src/platform/db/database.ts'

/** Returns the statements that add courses of one module with a lesson of two blocks to a workspace. */
const statements = (workspaceId: string, courses: number) => {
  const n = `generate_series(1, ${courses}) n`
  const id = (level: string) => `md5('${level}' || n)::uuid`
  const w = `'${workspaceId}'::uuid`
  return [
    // No triggers run, so that no rows wait for the text index, as if the service had had the time to index them.
    'SET session_replication_role = replica',
    `INSERT INTO courses (workspace_id, id, name, language) SELECT ${w}, ${id('course')}, 'Course ' || n, 'en' FROM ${n}`,
    `INSERT INTO modules (workspace_id, id, course_id, name, "order") SELECT ${w}, ${id('module')}, ${id('course')}, 'Module', 0 FROM ${n}`,
    `INSERT INTO lessons (workspace_id, id, course_id, module_id, name, "order")
     SELECT ${w}, ${id('lesson')}, ${id('course')}, ${id('module')}, 'Lesson', 0 FROM ${n}`,
    `INSERT INTO blocks (workspace_id, id, course_id, lesson_id, type, content, "order")
     SELECT ${w}, md5('block' || n || '-' || b)::uuid, ${id('course')}, ${id('lesson')}, 'text', '{"text":"Some words."}', b
     FROM ${n}, generate_series(0, 1) b`,
    `INSERT INTO releases (workspace_id, id, course_id, number, tree_version, hash, outline, caller, published)
     SELECT ${w}, ${id('release')}, ${id('course')}, 1, 1, 'x', '{}', 'master', false FROM ${n}`,
    `INSERT INTO trash (workspace_id, id, level, node_id, course_id, records, deleted_by)
     SELECT ${w}, ${id('trash')}, 'lesson', ${id('deleted')}, ${id('course')}, 1, 'master' FROM ${n}`,
    `INSERT INTO trash_records (workspace_id, trash_id, id, level, version, body, created_at)
     SELECT ${w}, ${id('trash')}, ${id('deleted')}, 'lesson', 1, '{}', now() FROM ${n}`,
    `INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, caller)
     SELECT ${w}, ${id('course')}, ${id('finding')}, ${id('course')}, 'x', 'master' FROM ${n}`,
    `INSERT INTO preview_links (workspace_id, id, course_id, hash, expires_at, caller)
     SELECT ${w}, ${id('preview')}, ${id('course')}, 'x', now(), 'master' FROM ${n}`,
    `INSERT INTO search_entries (workspace_id, id, kind, course_id, terms)
     SELECT ${w}, b.id, 'block', b.course_id, search_terms(${w}, NULL, 'Some words.', 'en') FROM blocks b
     ON CONFLICT DO NOTHING`,
    `INSERT INTO course_tallies (workspace_id, status, courses) VALUES (${w}, 'draft', ${courses})`,
    'RESET session_replication_role',
  ]
}

/** Adds courses to a workspace, in the session of the service. */
export async function growWorkspace({ prisma }: Database, workspaceId: string, courses: number): Promise<void> {
  for (const statement of statements(workspaceId, courses)) await prisma.$executeRawUnsafe(statement)
}
