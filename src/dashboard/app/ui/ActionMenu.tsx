import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import style from './ActionMenu.module.css'
import { Button } from './Button.tsx'
import menu from './Menu.module.css'

export type MenuAction = { label: string; icon: LucideIcon; onSelect(): void; isDanger?: boolean; isDisabled?: boolean }

type ActionMenuProps = { label: string; actions: readonly MenuAction[]; isSmall?: boolean }

/** Shows a button that opens a menu of actions. */
export const ActionMenu = ({ label, actions, isSmall }: ActionMenuProps) => (
  <MenuTrigger>
    <Button variant="quiet" isSmall={isSmall} aria-label={label} icon={<Ellipsis aria-hidden />} />
    <Popover className={menu.popover!} placement="bottom end">
      <Menu
        className={menu.list!}
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
  </MenuTrigger>
)
