/** The hint for clients that send `metadata`, the name that many other APIs have for data of the client's own. */
export const metadataHint = {
  metadata: 'put data of your own in attributes. The service sets the times in metadata',
}

/** The same hint for blocks, which have no attributes. */
export const blockMetadataHint = {
  metadata: 'put data of your own in content, which keeps all members. The service sets the times in metadata',
}
