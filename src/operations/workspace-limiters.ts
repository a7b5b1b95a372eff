import { makeTenantLimiter, type TenantLimiter } from '../platform/limits/tenant-limiter.ts'

/** The maximum number of generations that one API key or person can run at the same time, in all processes together. */
export const maxConcurrentGenerationsPerCaller = 2

/**
 * Limits the operations that hold a whole course or release in memory, of all kinds together. Each kind has a limit of
 * its own, but all kinds at once would need more memory than the heap has.
 */
const makeWholeCourseLimiter = () =>
  makeTenantLimiter({ resource: 'whole courses in memory', total: 4, perTenant: 2, waitMs: 10_000, maxWaiting: 32 })

/**
 * Returns a limiter whose `acquire` reserves from `inner`, and then also from `outer`. No caller that holds `outer` may
 * wait for `inner`, because two such callers could wait for each other.
 */
const makeNestedLimiter = (inner: TenantLimiter, outer: TenantLimiter): TenantLimiter => ({
  ...inner,
  async acquire(tenantId, amount, signal) {
    const endInner = await inner.acquire(tenantId, amount, signal)
    try {
      const endOuter = await outer.acquire(tenantId, amount, signal)
      return () => {
        endOuter()
        endInner()
      }
    } catch (refusal) {
      endInner()
      throw refusal
    }
  },
})

/** Limits that divide the resources of a process between workspaces, so that no workspace slows down the others. */
export type WorkspaceLimiters = ReturnType<typeof makeWorkspaceLimiters>

/** Makes the limiters of one process. `connections` is the number of its database connections. */
export function makeWorkspaceLimiters(connections: number) {
  const wholeCourses = makeWholeCourseLimiter()
  const makeWholeCourseOperationLimiter = (options: Parameters<typeof makeTenantLimiter>[0]) =>
    makeNestedLimiter(makeTenantLimiter(options), wholeCourses)
  return {
    wholeCourses,
    /** Limits searches, because each running search uses a database connection. */
    searches: makeTenantLimiter({
      resource: 'searches',
      total: Math.max(2, Math.floor(connections / 2)),
      perTenant: 2,
      waitMs: 1500,
      maxWaiting: 16,
    }),
    /**
     * Limits large writes of course trees. Each write uses a database connection and holds several copies of its content
     * in memory.
     */
    treeWrites: makeWholeCourseOperationLimiter({
      resource: 'large tree writes',
      total: Math.max(2, Math.floor(connections / 2)),
      perTenant: 2,
      waitMs: 10_000,
      maxWaiting: 4,
    }),
    /**
     * Limits the concurrent reads of whole courses to the number of database connections. So a read waits for this
     * limiter and not for a connection. While a read waits, another read may find out that the course is large. The
     * waiting read then needs `largeTreeReads` too (`tree-reads.ts`).
     */
    treeReads: makeTenantLimiter({
      resource: 'reads of whole courses',
      total: connections,
      perTenant: Math.ceil(connections / 2),
      waitMs: 10_000,
      maxWaiting: 500,
    }),
    /** Limits reads of courses with several megabytes of content. */
    largeTreeReads: makeWholeCourseOperationLimiter({
      resource: 'reads of large courses',
      total: 4,
      perTenant: 2,
      waitMs: 10_000,
      maxWaiting: 4,
    }),
    /** Limits checks of courses, because parsing the texts of a large course takes seconds of CPU time. */
    checks: makeWholeCourseOperationLimiter({
      resource: 'checks of courses',
      total: 8,
      perTenant: 2,
      waitMs: 10_000,
      maxWaiting: 8,
    }),
    /** Limits checks of links. Each check sends requests to other servers for up to half a minute. */
    linkChecks: makeTenantLimiter({ resource: 'checks of links', total: 8, perTenant: 1 }),
    /**
     * Limits publishing and restoring. Each uses a database connection, and several megabytes of memory for a large
     * course.
     */
    releaseWrites: makeWholeCourseOperationLimiter({
      resource: 'releases',
      total: Math.max(2, Math.floor(connections / 2)),
      perTenant: 2,
      waitMs: 10_000,
      maxWaiting: 32,
    }),
    /** Limits reads of whole releases and comparisons of releases. Each can hold several copies of 20 MB in memory. */
    releaseReads: makeWholeCourseOperationLimiter({
      resource: 'reads of whole releases',
      total: 3,
      perTenant: 1,
      waitMs: 10_000,
      maxWaiting: 32,
    }),
    /** Limits AI generations. Each generation uses a connection to the language model and an open client request. */
    generations: makeTenantLimiter({ resource: 'generations', total: 64, perTenant: 16 }),
    /**
     * Limits the generations of one API key or person in this process. The database enforces the same limit for all
     * processes together. This limiter refuses a flood of requests without a SQL statement for each request.
     */
    generationsOfCaller: makeTenantLimiter({
      resource: 'ai_concurrency',
      total: Number.POSITIVE_INFINITY,
      perTenant: maxConcurrentGenerationsPerCaller,
    }),
  }
}
