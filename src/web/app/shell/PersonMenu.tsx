import { Check, ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useRead } from '../data/hooks.ts'
import { ViewerDocument } from '../generated/operations.ts'
import choice from '../parts/Choice.module.css'
import { type Session, signOut } from '../session/session.ts'
import style from './Shell.module.css'
import { chooseScheme, type Scheme, useScheme } from './scheme.ts'

const schemes: readonly { id: Scheme; label: string }[] = [
  { id: 'system', label: 'As on this device' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
]

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** Who is signed in, with the colours and the way out. */
export function PersonMenu({ session }: { session: Session & { state: 'in' } }) {
  const { data } = useRead(ViewerDocument)
  const scheme = useScheme()
  return (
    <MenuTrigger>
      <Button className={style.person!}>
        <span className={style.initials} aria-hidden>
          {initials(session.name)}
        </span>
        <span className={style.who}>
          <span>{session.name}</span>
          <span className={style.workspace}>{data?.viewer.workspace.name ?? session.email}</span>
        </span>
        <span className="visually-hidden">Account and colours</span>
        <ChevronsUpDown aria-hidden size={15} />
      </Button>
      <Popover className={choice.popover!} placement="top start">
        <Menu className={choice.list!}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[scheme]}
            onSelectionChange={(keys) => chooseScheme([...keys][0] as Scheme)}
          >
            <Header className={style.menuHeader}>Colours</Header>
            {schemes.map(({ id, label }) => (
              <MenuItem key={id} id={id} className={choice.option!} textValue={label}>
                {({ isSelected }) => (
                  <>
                    {label}
                    {isSelected && <Check aria-hidden size={16} />}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={style.separator!} />
          <MenuItem id="sign-out" className={choice.option!} onAction={() => void signOut()}>
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
