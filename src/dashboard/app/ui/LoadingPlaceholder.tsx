import style from './LoadingPlaceholder.module.css'

/** Shows grey lines while content is loading. */
export const LoadingPlaceholder = ({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) => (
  <div className={style.loading} role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
      <span key={line} className={style.line} />
    ))}
  </div>
)
