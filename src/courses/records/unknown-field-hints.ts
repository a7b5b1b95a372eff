/** The hint for clients that send `metadata`. In many other APIs, clients store their own data in `metadata`. */
export const unknownFieldHints = {
  metadata: 'put data of your own in attributes. The service sets the times in metadata',
}

/**
 * The hint for clients that send data of their own as `metadata` of a block. Courses, modules and lessons have the
 * field `attributes` for such data, but blocks do not have this field.
 */
export const unknownFieldHintsForBlocks = {
  metadata: 'put data of your own in content, which keeps all members. The service sets the times in metadata',
}
