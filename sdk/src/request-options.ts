export type RequestOptions = {
  /** Aborts the request, its retries, or the walk through a list. */
  signal?: AbortSignal
  /** Further headers. */
  headers?: Record<string, string>
}

export type WriteOptions = RequestOptions & {
  /** A key of your own instead of a random one: a repeat of the same request within 24 hours returns its first result. */
  idempotencyKey?: string
}

export type ChangeOptions = WriteOptions & {
  /**
   * Whether the change fails with a `VersionConflictError` if the record was changed since it was read. By default true
   * for a record that is passed to `update`, `move`, `delete` or `putTree`, and false for everything else. `true` compares
   * the `treeVersion` of a course that is passed to another method. A text is sent as `If-Match`.
   */
  ifMatch?: boolean | string
}
