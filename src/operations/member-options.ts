/**
 * The members of input types that only the service writes, by the name of the type. A REST client may send them back as
 * it has read them.
 */
export type ReadOnlyMembers = ReadonlyMap<string, ReadonlySet<string>>

/** What an API does with members of an object that have no effect as fields of its input type. */
export type MemberOptions = {
  /** The members that are ignored, whatever their values are. */
  readOnly?: ReadOnlyMembers | undefined
  /** Whether the list `clear` of an object names fields that become null. */
  canClear?: boolean | undefined
}
