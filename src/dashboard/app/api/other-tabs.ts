const channel = new BroadcastChannel('changes')

/** Notifies the other tabs that the results of these queries have changed. */
export const sendChangedQueriesToOtherTabs = (queryNames: readonly string[]): void => channel.postMessage(queryNames)

/** Calls `listener` when another tab has changed the results of queries. `listener` gets the names of the queries. */
export function onQueriesChangedInOtherTab(listener: (queryNames: readonly string[]) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => listener(data))
}
