/** Returns the address of a preview link. */
export const makePreviewLinkUrl = (token: string) => `${window.location.origin}/preview/${token}`
