import { Plus } from 'lucide-react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { BlockType } from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import choice from '../../parts/Choice.module.css'
import style from './Editor.module.css'
import { blockTypes, kinds } from './kinds.ts'

type AddBlockProps = {
  onAdd(type: BlockType): void /** Where the button is small: what is read out for it. */
  below?: string
}

/** Which type of block to add. */
export const AddBlock = ({ onAdd, below }: AddBlockProps) => (
  <MenuTrigger>
    {below === undefined ? (
      <Button look="primary" icon={<Plus aria-hidden />}>
        Add block
      </Button>
    ) : (
      <Button look="quiet" small icon={<Plus aria-hidden />} aria-label={`Add a block below “${below}”`} />
    )}
    <Popover className={choice.popover!} placement={below === undefined ? 'bottom start' : 'bottom end'}>
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
