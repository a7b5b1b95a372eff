/** Whether a value of `Accept` or `Content-Type` names an event stream. */
export const namesEventStream = (header: string | null): boolean =>
  header?.toLowerCase().includes('text/event-stream') ?? false
