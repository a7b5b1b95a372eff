const named =
  /[Aa]sset(?:_?[Ii]d" ?: ?"|:)([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})/g

/** The maximum number of files in a response about one block. */
export const maxAssetsOfBlock = 200

/**
 * Returns the ids of the first files that a JSON text names: as a member such as `assetId`, or as `asset:ID` in Markdown.
 * `prisma/sql/asset_uses.sql` finds them in the same way.
 */
export function findAssetIds(json: string, max = maxAssetsOfBlock): string[] {
  if (!json.includes('sset')) return []
  return [...new Set([...json.matchAll(named)].map(([, id]) => id!.toLowerCase()))].slice(0, max)
}
