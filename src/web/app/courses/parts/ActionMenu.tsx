import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../../parts/Button.tsx'
import choice from '../../parts/Choice.module.css'
import style from './ActionMenu.module.css'

export type Action = { label: string; icon: LucideIcon; run(): void; isDanger?: boolean; isDisabled?: boolean }

type ActionMenuProps = { label: string; actions: readonly Action[]; small?: boolean }

/** What else can be done with a thing, behind a button. */
export const ActionMenu = ({ label, actions, small }: ActionMenuProps) => (
  <MenuTrigger>
    <Button look="quiet" small={small} aria-label={label} icon={<Ellipsis aria-hidden />} />
    <Popover className={choice.popover!} placement="bottom end">
      <Menu
        className={choice.list!}
        disabledKeys={actions.filter(({ isDisabled }) => isDisabled).map((action) => action.label)}
      >
        {actions.map(({ label: name, icon: Icon, run, isDanger }) => (
          <MenuItem
            key={name}
            id={name}
            textValue={name}
            className={isDanger ? `${choice.option} ${style.item} ${style.danger}` : `${choice.option} ${style.item}`}
            onAction={run}
          >
            <Icon aria-hidden size={16} />
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
)
