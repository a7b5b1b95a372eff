/** The hint for clients that send `metadata`, because in many other APIs a client stores its own data in `metadata`. */
export const unknownFieldHints = {
  metadata: 'put data of your own in attributes. The service sets the times in metadata',
}

/**
 * The hint for clients that send `metadata` in a block. Blocks have no field `attributes` for the client's own data, so
 * the hint names `content`.
 */
export const unknownFieldHintsForBlocks = {
  metadata: 'put data of your own in content, which keeps all members. The service sets the times in metadata',
}
