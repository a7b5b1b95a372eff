import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import style from './Button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  look?: ButtonLook
  small?: boolean
  icon?: ReactNode
  children?: ReactNode
}

export const buttonClass = (look: ButtonLook = 'plain', small = false, iconOnly = false) =>
  [style.button, style[look], small && style.small, iconOnly && style.icon].filter(Boolean).join(' ')

/** A button with words, with an icon before them, or with an icon alone, which then needs an `aria-label`. */
export function Button({ look, small, icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClass(look, small, children === undefined)}>
      {icon}
      {children}
    </AriaButton>
  )
}
