const channel = new BroadcastChannel('changes')

/** Tells the other tabs of the dashboard which GraphQL queries have outdated results. */
export const sendChangedQueryNamesToOtherTabs = (queryNames: readonly string[]): void => channel.postMessage(queryNames)

/** Calls `listener` with the names of the GraphQL queries whose results another tab has changed. */
export function subscribeToQueryChangesInOtherTabs(listener: (queryNames: readonly string[]) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => listener(data))
}
