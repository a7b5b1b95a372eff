import { Plus } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
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

type AddBlockMenuProps = {
  onAdd(type: BlockType): void
  /** The title of the block below which the menu adds a new block. If it is set, the button is small. */
  aboveTitle?: string
  /** Whether the button stands below all blocks. */
  isAtEnd?: boolean
}

/** Shows a button that opens a menu of block types, to add a block to a lesson. */
export const AddBlockMenu = ({ onAdd, aboveTitle, isAtEnd = false }: AddBlockMenuProps) => (
  <MenuTrigger>
    {aboveTitle === undefined ? (
      <Button variant={isAtEnd ? 'plain' : 'primary'} icon={<Plus aria-hidden />}>
        {isAtEnd ? 'Add a block at the end' : 'Add block'}
      </Button>
    ) : (
      <Button variant="quiet" isSmall icon={<Plus aria-hidden />} aria-label={`Add a block below “${aboveTitle}”`} />
    )}
    <Popover className={menu.popover!} placement={aboveTitle === undefined ? 'bottom start' : 'bottom end'}>
      <Menu className={menu.list!} aria-label="Block types">
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
  </MenuTrigger>
)
