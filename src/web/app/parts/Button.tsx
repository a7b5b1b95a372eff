import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import style from './Button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  look?: ButtonLook
  small?: boolean
  icon?: ReactNode
  /** What it started is under way: it keeps the focus, and takes no press. */
  isBusy?: boolean
  children?: ReactNode
}

export const buttonClass = (look: ButtonLook = 'plain', small = false, iconOnly = false) =>
  [style.button, style[look], small && style.small, iconOnly && style.icon].filter(Boolean).join(' ')

/** A button with words, with an icon before them, or with an icon alone, which then needs an `aria-label`. */
export function Button({ look, small, icon, isBusy = false, type, onPress, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      type={isBusy ? 'button' : type}
      onPress={isBusy ? undefined : onPress}
      className={buttonClass(look, small, children === undefined)}
    >
      {isBusy ? <LoaderCircle className={style.busy} role="img" aria-label="Under way:" /> : icon}
      {children}
    </AriaButton>
  )
}
