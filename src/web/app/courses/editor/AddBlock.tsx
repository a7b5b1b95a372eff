import { Plus } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { BlockType } from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import choice from '../../parts/Choice.module.css'
import style from './Editor.module.css'
import { blockTypes, kinds } from './kinds.ts'

/** Which type of block to add. */
export const AddBlock = ({ onAdd }: { onAdd(type: BlockType): void }) => (
  <MenuTrigger>
    <Button look="primary" icon={<Plus aria-hidden />}>
      Add block
    </Button>
    <Popover className={choice.popover!} placement="bottom start">
      <Menu className={choice.list!} aria-label="Type of block">
        {blockTypes.map((type) => {
          const { label, hint, icon: Icon } = kinds[type]
          return (
            <MenuItem
              key={type}
              id={type}
              textValue={label}
              className={`${choice.option} ${style.type}`}
              onAction={() => onAdd(type)}
            >
              <Icon aria-hidden size={18} />
              <span>
                <Text slot="label">{label}</Text>
                <Text slot="description" className={style.hint}>
                  {hint}
                </Text>
              </span>
            </MenuItem>
          )
        })}
      </Menu>
    </Popover>
  </MenuTrigger>
)
