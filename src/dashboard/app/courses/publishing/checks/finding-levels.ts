import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { CheckLevel } from '../../../generated/later-operations.ts'

/** How a finding of each level looks, and its name before the message. The worst level is first. */
export const findingLevels: Record<CheckLevel, { Icon: LucideIcon; label: string }> = {
  error: { Icon: CircleAlert, label: 'Error:' },
  warning: { Icon: TriangleAlert, label: 'Warning:' },
  info: { Icon: Info, label: 'Hint:' },
}
