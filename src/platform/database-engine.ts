/** What runs the database at `DATABASE_URL`: one PostgreSQL server, or a cluster of Citus. */
export const databaseEngines = ['postgresql', 'citus'] as const
export type DatabaseEngine = (typeof databaseEngines)[number]
