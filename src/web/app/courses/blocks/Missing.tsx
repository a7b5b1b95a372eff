import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Blocks.module.css'

/** Where something has not been written yet, or cannot be shown. */
export const Missing = ({ children }: { children: ReactNode }) => (
  <div className={style.missing}>
    <CircleDashed aria-hidden size={18} />
    <div>{children}</div>
  </div>
)
