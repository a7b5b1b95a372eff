import style from './Loading.module.css'

/** Stands where content will be, with about its height. */
export const Loading = ({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) => (
  <div className={style.loading} role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
      <span key={line} className={style.line} />
    ))}
  </div>
)
