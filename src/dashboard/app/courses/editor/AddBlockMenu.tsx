import { Plus } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { BlockType } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import menu from '../../ui/Menu.module.css'
import {
  blockTypeDefinitions,
  blockTypesInMenuOrder,
  getBlockTypeDescription,
  getBlockTypeLabel,
} from '../block-types/block-types.ts'
import style from './Editor.module.css'

type BlockTypePopoverProps = Pick<PopoverProps, 'triggerRef' | 'isOpen' | 'onOpenChange' | 'placement'> & {
  onAdd(type: BlockType): void
}

/** Shows a menu of block types at its button: the button around which `MenuTrigger` stands, or that of `triggerRef`. */
export const BlockTypePopover = ({ onAdd, ...popover }: BlockTypePopoverProps) => (
  <Popover {...popover} className={menu.popover!}>
    <Menu
      className={menu.list!}
      aria-label="Block types"
      autoFocus={popover.isOpen ? 'first' : undefined}
      onClose={popover.isOpen ? () => popover.onOpenChange?.(false) : undefined}
    >
      {blockTypesInMenuOrder.map((type) => {
        const { icon: Icon } = blockTypeDefinitions[type]
        const label = getBlockTypeLabel(type)
        return (
          <MenuItem
            key={type}
            id={type}
            textValue={label}
            className={`${menu.item} ${style.type}`}
            onAction={() => onAdd(type)}
          >
            <Icon aria-hidden size={18} />
            <span>
              <Text slot="label">{label}</Text>
              <Text slot="description" className={style.hint}>
                {getBlockTypeDescription(type)}
              </Text>
            </span>
          </MenuItem>
        )
      })}
    </Menu>
  </Popover>
)

type AddBlockMenuProps = {
  onAdd(type: BlockType): void
  /** Whether the button stands below all blocks. */
  isAtEnd?: boolean
}

/** Shows a button that opens a menu of block types, to add a block to a lesson. */
export const AddBlockMenu = ({ onAdd, isAtEnd = false }: AddBlockMenuProps) => (
  <MenuTrigger>
    <Button variant={isAtEnd ? 'plain' : 'primary'} icon={<Plus aria-hidden />}>
      {isAtEnd ? 'Add a block at the end' : 'Add block'}
    </Button>
    <BlockTypePopover placement="bottom start" onAdd={onAdd} />
  </MenuTrigger>
)
