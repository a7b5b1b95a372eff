import { CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './ContentPlaceholder.module.css'

/** Shows a message instead of content that is empty or cannot be shown. */
export const ContentPlaceholder = ({ children }: { children: ReactNode }) => (
  <div className={style.placeholder}>
    <CircleDashed aria-hidden size={18} />
    <div>{children}</div>
  </div>
)
