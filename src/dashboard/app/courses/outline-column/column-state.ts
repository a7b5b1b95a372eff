const storageKey = 'outline-column'

/** Returns whether the author has left the outline beside the lesson open in this browser. At first, it is open. */
export function readIsColumnOpen(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'closed'
  } catch {
    return true
  }
}

export function storeIsColumnOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(storageKey, isOpen ? 'open' : 'closed')
  } catch {
    // The next page then begins with an open outline.
  }
}
