import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import style from './ActionMenu.module.css'
import { Button } from './Button.tsx'
import menu from './Menu.module.css'

export type MenuAction = { label: string; icon: LucideIcon; onSelect(): void; isDanger?: boolean; isDisabled?: boolean }

type ActionPopoverProps = Pick<PopoverProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  label?: string
  actions: readonly MenuAction[]
}

/** Shows a menu of actions at its button: the button around which `MenuTrigger` stands, or that of `triggerRef`. */
export const ActionPopover = ({ label, actions, ...popover }: ActionPopoverProps) => (
  <Popover {...popover} className={menu.popover!} placement="bottom end">
    <Menu
      className={`${menu.list} ${style.actions}`}
      aria-label={label}
      autoFocus={popover.isOpen ? 'first' : undefined}
      onClose={popover.isOpen ? () => popover.onOpenChange?.(false) : undefined}
      disabledKeys={actions.filter(({ isDisabled }) => isDisabled).map((action) => action.label)}
    >
      {actions.map(({ label: name, icon: Icon, onSelect, isDanger }) => (
        <MenuItem
          key={name}
          id={name}
          textValue={name}
          className={isDanger ? `${menu.item} ${style.item} ${style.danger}` : `${menu.item} ${style.item}`}
          onAction={onSelect}
        >
          <Icon aria-hidden size={16} />
          {name}
        </MenuItem>
      ))}
    </Menu>
  </Popover>
)

type ActionMenuProps = { label: string; actions: readonly MenuAction[]; isSmall?: boolean }

/** Shows a button that opens a menu of actions. */
export const ActionMenu = ({ label, actions, isSmall }: ActionMenuProps) => (
  <MenuTrigger>
    <Button variant="quiet" isSmall={isSmall} aria-label={label} icon={<Ellipsis aria-hidden />} />
    <ActionPopover actions={actions} />
  </MenuTrigger>
)
