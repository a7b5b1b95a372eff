/** Returns the address of a preview link. */
export const makePreviewAddress = (token: string) => `${window.location.origin}/preview/${token}`
