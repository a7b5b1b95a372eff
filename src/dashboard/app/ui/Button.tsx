import { LoaderCircle } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import style from './Button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  isSmall?: boolean
  icon?: ReactNode
  /** Whether the action of the button is in progress. A busy button keeps the focus and ignores presses. */
  isBusy?: boolean
  children?: ReactNode
}

export const makeButtonClassName = (variant: ButtonVariant = 'plain', isSmall = false, isIconOnly = false) =>
  [style.button, style[variant], isSmall && style.small, isIconOnly && style.icon].filter(Boolean).join(' ')

/** Shows a button with text, with an icon, or with both. A button with only an icon needs an `aria-label`. */
export function Button({ variant, isSmall, icon, isBusy = false, type, onPress, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      type={isBusy ? 'button' : type}
      onPress={isBusy ? undefined : onPress}
      className={makeButtonClassName(variant, isSmall, children === undefined)}
    >
      {isBusy ? <LoaderCircle className={style.busy} role="img" aria-label="In progress:" /> : icon}
      {children}
    </AriaButton>
  )
}
