const workspaceAddress = /^\/learn\/([0-9a-f]{12})(\/sitemap\.xml)?$/

/** Returns the public id of the workspace whose page or sitemap has this address, or undefined. */
export function parseWorkspaceAddress(path: string): { publicId: string; isSitemap: boolean } | undefined {
  const [, publicId, sitemap] = workspaceAddress.exec(path) ?? []
  return publicId === undefined ? undefined : { publicId, isSitemap: sitemap !== undefined }
}

/** Returns the address of the page with the public courses of a workspace. */
export const makeWorkspacePath = (publicId: string) => `/learn/${publicId}`
